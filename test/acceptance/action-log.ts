// What the runner makes of a step's output: annotations and masks. Commands are not obeyed between stop-commands and its token.

export interface Annotation {
  readonly level: 'notice' | 'warning' | 'error'
  readonly title: string | null
  readonly message: string
}

export interface ReadLog {
  /** Without the lines that set masks, and with every mask applied. */
  readonly log: string
  readonly annotations: readonly Annotation[]
}

export function readLog(output: string): ReadLog {
  const annotations: Annotation[] = []
  const masks: string[] = []
  const lines: string[] = []
  let stoppedUntil: string | null = null
  for (const line of output.split('\n')) {
    const [, command = '', properties = '', data = ''] = line.match(/^::([a-z-]+|[0-9a-f-]{8,})(?: ([^:]*))?::(.*?)\r?$/) ?? []
    if (stoppedUntil !== null) {
      if (command === stoppedUntil) stoppedUntil = null
      lines.push(line)
    } else if (command === 'stop-commands') {
      stoppedUntil = data
      lines.push(line)
    } else if (command === 'add-mask') {
      masks.push(...decode(data).split('\n').filter(Boolean))
    } else {
      if (isLevel(command)) annotations.push({ level: command, title: titleIn(properties), message: decode(data) })
      lines.push(line)
    }
  }
  // The longest first: a mask may hold another one.
  const log = masks.sort((a, b) => b.length - a.length).reduce((text, mask) => text.replaceAll(mask, '***'), lines.join('\n'))
  return { log, annotations }
}

const isLevel = (command: string): command is Annotation['level'] => ['notice', 'warning', 'error'].includes(command)

function titleIn(properties: string): string | null {
  const title = properties.split(',').find((one) => one.startsWith('title='))
  return title === undefined ? null : decode(title.slice('title='.length)).replaceAll('%3A', ':').replaceAll('%2C', ',')
}

const decode = (text: string): string => text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%')
