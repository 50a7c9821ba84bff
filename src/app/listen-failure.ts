import { Refusal } from '../refusal.ts'

/** Why a server could not listen where it was told to, and what to set instead; null: it is another failure. `typed`: what started it. */
export function readListenFailure(error: unknown, typed: string): Refusal | null {
  const { code, syscall, address, port, hostname } = error as NodeJS.ErrnoException & {
    readonly address?: string
    readonly port?: number
    readonly hostname?: string
  }
  if (syscall !== 'listen' && syscall !== 'getaddrinfo') return null
  switch (code) {
    case 'EADDRINUSE':
      return new Refusal(
        `Port ${port} of ${address} is taken: something listens there already, perhaps this server. Nothing was started.`,
        `PORT=${port === 65_535 ? 3000 : (port ?? 3000) + 1} ${typed}, or end what listens there (lsof -i :${port} tells)`,
      )
    case 'EACCES':
      return new Refusal(
        `Port ${port} may not be listened on by this user: ports below 1024 belong to the system. Nothing was started.`,
        `PORT=3000 ${typed}, with a proxy before it`,
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new Refusal(
        `HOST is no address of this machine: ${address ?? hostname}. Nothing was started.`,
        `HOST=127.0.0.1 ${typed}, or HOST=0.0.0.0 for all addresses`,
      )
    default:
      return null
  }
}
