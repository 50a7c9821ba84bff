// The post step. Where the main step has given back what it held, which is nearly always, nothing else is loaded.
import { heldState } from './held-state.ts'

const stateDirectory = heldState()
if (stateDirectory !== null) {
  const { saveWhatIsLeft } = await import('./save-what-is-left.ts')
  await saveWhatIsLeft(stateDirectory)
  // A pending timer or socket of a client must not hold the step open.
  process.exit()
}
