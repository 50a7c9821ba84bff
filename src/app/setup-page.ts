// The pages of the setup, and what is sent to GitHub from them. Pure.
import { parse } from 'yaml'
import { WEBHOOK_PATH } from './serve.ts'
import type { SetupSettings } from './setup-settings.ts'

/** app.yml as GitHub takes it, with the addresses of this server. */
export function manifestOf(appYml: string, { publicUrl }: Pick<SetupSettings, 'publicUrl'>, callbackUrl: string): string {
  return JSON.stringify({
    ...parse(appYml),
    url: publicUrl,
    hook_attributes: { url: `${publicUrl}${WEBHOOK_PATH}`, active: true },
    redirect_url: callbackUrl,
  })
}

/** Where the form goes: GitHub asks whoever is logged in there, and comes back with a code. */
export function registerUrl(
  { serverUrl, organization }: Pick<SetupSettings, 'serverUrl' | 'organization'>,
  state: string,
): string {
  const owner = organization === null ? '' : `/organizations/${organization}`
  return `${serverUrl}${owner}/settings/apps/new?state=${state}`
}

export function renderStart(action: string, manifest: string): string {
  return page(
    'Register a GitHub App for Nehemvix',
    `<p>GitHub shows what the app may do and asks for its name. Then it leads back to this page, which writes the settings to a file beside the server.</p>
<form method="post" action="${escapeHtml(action)}"><input type="hidden" name="manifest" value="${escapeHtml(manifest)}"><button>Go on to GitHub</button></form>`,
  )
}

export function renderDone({
  name,
  installUrl,
  file,
}: {
  readonly name: string
  readonly installUrl: string
  readonly file: string
}): string {
  return page(
    `${name} is registered`,
    `<p>Its settings are in <code>${escapeHtml(file)}</code>, readable by you only. They hold secrets: keep them out of the repository.</p>
<ol><li><a href="${escapeHtml(installUrl)}">Install the app</a> on your repositories.</li>
<li>End the setup, and start the server: <code>node --env-file=${escapeHtml(file)} dist/lib/app.mjs</code></li>
<li>Set <code>comments: app</code> in the workflow, so that the app is the one that talks.</li></ol>`,
  )
}

export const renderFailure = (message: string): string =>
  page('That did not work', `<p>${escapeHtml(message)}</p><p><a href="/setup">Once more</a></p>`)

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title>
<style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:3rem auto;padding:0 1rem}button{font:inherit;padding:.5rem 1rem}</style></head>
<body><h1>${escapeHtml(title)}</h1>
${body}
</body></html>
`
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? '')
