// A model that is unknown here, or no longer.
import { hasCode, says } from '../ask.ts'
import type { Reading } from '../reading.ts'

export function isGone(reading: Reading): boolean {
  return (
    reading.status === 410 ||
    hasCode(
      reading,
      /model_?(not_?(found|exist|available|supported)|decommissioned|deprecated|retired|terminated|shutdown|gone)|(deployment|model)_?not_?found|(invalid|unknown|unsupported)_model|endpoint_not_found|invalidendpointormodel/,
    ) ||
    says(
      reading,
      /\b(model|deployment|engine|checkpoint|endpoint)s?\b[^.]{0,120}?\b(not found|does not exist|doesn't exist|not exist|decommissioned|retired|deprecated|discontinued|sunset|shut ?down|end[- ]of[- ]life|no longer (available|supported|exist|offered)|not (currently )?(available|deployed|loaded|supported|recogni[sz]ed|enabled)|isn't (available|supported)|was removed|is (unavailable|unknown|invalid|not valid)|legacy)/i,
      /\b(unknown|invalid|no such|unsupported|unrecogni[sz]ed|non-?existent|can't find|could not find|cannot find|not found the) model\b|not a valid model|(different|another) model and try again/i,
      /no (allowed )?(endpoints|providers)\b[^.]{0,40}(found|available)|no models loaded|try pulling|ollama pull|failed to load model|provider not provided/i,
      /no longer available|has been (decommissioned|retired|sunset|discontinued)|unable to access (non-serverless )?model|模型不存在/i,
    )
  )
}
