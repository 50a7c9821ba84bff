// The peer of the webhook bench: what Probot is out of the box, with a handler that does nothing. Prints its address.
import { generateKeyPairSync } from 'node:crypto'
import { Probot, Server } from 'probot'

const privateKey = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString()
const server = new Server({
  Probot: Probot.defaults({ appId: 1, privateKey, secret: process.env.WEBHOOK_SECRET, logFormat: 'json', logLevel: 'info' }),
  port: 0,
  host: '127.0.0.1',
})
await server.load((app) => {
  app.on('issue_comment.created', async () => undefined)
})
await server.start()
process.stdout.write(`Listening on http://127.0.0.1:${server.port}\n`)
