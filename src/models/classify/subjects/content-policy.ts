// What a provider does not want to read or write.
import { hasCode, says } from '../ask.ts'
import type { Reading } from '../reading.ts'
import { isAccountBlocked, isDataPolicy } from './account.ts'

export function isContentPolicy(reading: Reading): boolean {
  if (isAccountBlocked(reading) || isDataPolicy(reading)) return false
  return (
    hasCode(
      reading,
      /content_?(policy|filter|management|moderation|blocked)|responsibleai|invalid_prompt|moderation|data_?inspection|prohibited_content|^recitation$|^blocklist$|^spii$|^safety$|guardrail|sensitive_(content|word)|^refusal$/,
    ) ||
    says(
      reading,
      /content[- ](management |filter(ing)? |moderation |safety |usage )?polic/i,
      /content (exists|contains) (risk|sensitive)|inappropriate content|unsafe content|harmful content|high risk\b/i,
      /sensitive (content|information|words?|material)|[a-z]_sensitive\b|违规|敏感|不安全/i,
      /content[- _]filter(ed|ing)?\b|filtered due to|\bsafety (system|filter|setting|check|reason|polic|guideline)|for safety reasons|ContentPolicyViolation/i,
      /flagged (by|as|for|because|content)|\b(was|been|is|were) flagged|\bmoderation\b/i,
      /violat\w{1,9}.{0,80}\b(usage|content|safety|acceptable|use|our|community) (\w{1,9} )?(polic|guideline)|(usage|acceptable use) (polic|guideline)/i,
      /blocked (by|due to|because) .{0,60}(filter|guardrail|safety|content|armor)|guardrail.{0,30}(interven|block|violat)|prompt (was|is|has been) blocked|\brecitation\b/i,
    )
  )
}
