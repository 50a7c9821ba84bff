import { createGitHub } from './client.ts'

export interface RegisteredApp {
  readonly id: number
  readonly name: string
  /** Its page on GitHub. */
  readonly url: string
  readonly webhookSecret: string
  /** PEM. */
  readonly privateKey: string
}

/** Exchanges the code that GitHub hands out after a manifest was accepted: once, within an hour. Throws what GitHub answers. */
export async function registerApp(apiUrl: string, code: string, send?: typeof fetch): Promise<RegisteredApp> {
  const github = createGitHub({ token: '', apiUrl, fetch: send })
  const { data } = await github.rest.apps.createFromManifest({ code })
  return { id: data.id, name: data.name, url: data.html_url, webhookSecret: data.webhook_secret ?? '', privateKey: data.pem }
}
