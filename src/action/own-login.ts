import type { GitHub } from '../github/client.ts'
import { readOwnLogin } from '../github/own-login.ts'

/** The workflow's own token is not told who it is, but everybody knows. */
export const ownLogin = async (github: GitHub): Promise<string> => (await readOwnLogin(github)) ?? 'github-actions[bot]'
