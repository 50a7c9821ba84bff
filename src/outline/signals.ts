// What lines of code speak of. Each pattern is short and has no nested repetition: it is run over every file.

export const SIGNALS = [
  'errors',
  'persistence',
  'concurrency',
  'entry',
  'extension',
  'logging',
  'network',
  'settings',
  'security',
  'validation',
  'formats',
  'state',
  'debt',
  'retries',
] as const
export type Signal = (typeof SIGNALS)[number]

export const SIGNAL_PATTERNS: Readonly<Record<Signal, RegExp>> = {
  errors: /\b(?:raise|throw|except|catch|rescue|panic!?|recover|errors\.New|fmt\.Errorf|Err\(|unwrap|die|Exception|Error)\b/g,
  persistence:
    /\b(?:sqlite|postgres|mysql|redis|mongo|INSERT INTO|SELECT [\w*]|CREATE TABLE|writeFile|readFile|fs\.|open\(|os\.path|fopen|save\(|commit\(|transaction|migrations?|database|prisma|sqlalchemy|gorm)\b/gi,
  concurrency:
    /\b(?:async def|asyncio|await|threading|Thread|Lock\(|Mutex|RwLock|goroutine|go func|chan |sync\.|Promise\.all|tokio|Semaphore|Worker|queue|concurrent|synchronized|atomic)\b/g,
  entry:
    /(?:__main__|\bfunc main\(|\bfn main\(|\bint main\(|static void main|\bargparse\b|\bclick\.|\bsys\.argv|process\.argv|\bcommander\b|\byargs\b|\.listen\(|@app\.|\brouter\.|addEventListener|^#!|\bcobra\.|\bclap\b|optparse|\bcreateServer\b)/gm,
  extension:
    /\b(?:NotImplementedError|abstractmethod|ABC|Protocol|abstract class|interface|trait|plugins?|hooks?|register|registry|extends|implements|override|subclass(?:es)?|middleware|entry_points|adapters?|factory|customiz(?:e|ed)|overridden)\b/gi,
  logging:
    /\b(?:logging|logger|log\.(?:info|warn|error|debug|Print|Fatal)|console\.(?:log|warn|error)|println!|tracing|slog|metrics?|prometheus|opentelemetry|sentry)\b/g,
  network:
    /\b(?:https?:\/\/|fetch\(|axios|requests\.|urllib|http\.(?:get|request|Client|Server|Handle)|net\/http|socket|grpc|websocket|reqwest|hyper|listen\(|HttpClient)/gi,
  settings:
    /(?:\bos\.environ|\bos\.getenv|\bgetenv\(|process\.env|env::var|os\.Getenv|System\.getenv|\bENV\[|add_argument|add_option|\.option\(|\bconfig(?:uration)?\b|\bsettings?\b|\bdefault_\w+)/gi,
  security:
    /\b(?:hmac|sign(?:ature|ed|er)|secrets?|passwords?|tokens?|encrypt|decrypt|hash(?:lib)?|escape|sanitiz|csrf|permissions?|authoriz|authenticat|crypto|tls|sha\d+)\b/gi,
  validation:
    /\b(?:validate\w*|isinstance|assert\w*|ValueError|TypeError|invalid|must (?:not )?be|schema|zod|typeof|verify\w*|check\w*)\b/gi,
  formats:
    /\b(?:json|yaml|toml|csv|xml|protobuf|msgpack|pickle|base64\w*|zlib|gzip|serde|marshal|serializ\w*|encod\w*|decod\w*|parse\w*|dumps?|loads?)\b/gi,
  state: /\b(?:class|struct|dataclass|interface|self\.\w+ =|this\.\w+ =|cache\w*|state|store|field|enum)\b/g,
  debt: /\b(?:TODO|FIXME|HACK|XXX|deprecat\w*|workaround|noqa|type: ignore|ts-ignore|nolint|legacy|backwards?[- ]compat\w*)\b/gi,
  retries: /\b(?:retry|retries|timeout|backoff|max_\w+|limit\w*|deadline|abort\w*|cancel\w*|exhaust\w*|attempts?)\b/gi,
}

const FURTHEST = 60_000

/** For each signal how often it stands in the text: 0 none, 1 once or twice, 2 up to nine times, 3 more. Coarse, so that small edits change nothing. */
export function signalsOf(text: string): readonly number[] {
  const head = text.length > FURTHEST ? text.slice(0, FURTHEST) : text
  return SIGNALS.map((signal) => bucket(head.match(SIGNAL_PATTERNS[signal])?.length ?? 0))
}

export function signalIndex(signal: Signal): number {
  return SIGNALS.indexOf(signal)
}

function bucket(count: number): number {
  if (count === 0) return 0
  if (count <= 2) return 1
  return count <= 9 ? 2 : 3
}
