// Words of languages, protocols and formats: in code font they name nothing of the repository.

const WORDS = new Set(
  `None True False null nil undefined true false NaN Infinity void never unknown any object Object string String str number Number int Int
  integer Integer float Float double Double bool boolean Boolean char byte bytes bytearray Bytes long short unsigned signed size_t uint8_t uint16_t uint32_t
  uint64_t int8_t int16_t int32_t int64_t i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 usize isize uint rune uintptr error symbol Symbol bigint
  BigInt list List dict Dict tuple Tuple set Set frozenset map Map array Array vector Vec HashMap HashSet Option Result Some Ok Err Box Rc Arc
  Promise Date RegExp Error TypeError RangeError SyntaxError ReferenceError URIError Math JSON Proxy Reflect WeakMap WeakSet Iterator Function
  Record Partial Required Readonly Pick Omit Awaited Uint8Array ArrayBuffer Buffer console window document globalThis process require module
  exports Optional Union Literal Callable Iterable Sequence Mapping Any Generator Self
  Exception BaseException ValueError KeyError IndexError AttributeError RuntimeError NotImplementedError OSError IOError ImportError
  ModuleNotFoundError StopIteration AssertionError ZeroDivisionError OverflowError UnicodeError UnicodeDecodeError UnicodeEncodeError
  FileNotFoundError PermissionError TimeoutError ConnectionError DeprecationWarning KeyboardInterrupt SystemExit
  abs all ascii bin callable chr classmethod compile complex delattr dir divmod enumerate eval exec filter format getattr globals hasattr hash
  help hex id input isinstance issubclass iter len locals max memoryview min next oct open ord pow print property range repr reversed round
  setattr slice sorted staticmethod sum super type vars zip __import__
  and as assert async await break case catch class const continue debugger def default del delete do elif else enum except export extends
  finally fn for from func function global go goto if impl implements import in instanceof interface is lambda let loop match mod module mut
  namespace new nonlocal not of or package pass private protected pub public raise ref return self Self cls static struct super switch this
  throw throws trait try type typeof union unsafe use using var virtual where while with yield final abstract override readonly declare
  GET HEAD POST PUT PATCH DELETE OPTIONS TRACE CONNECT HTTP HTTPS URL URI JSON YAML TOML XML HTML CSS CSV SQL UTF8 ASCII README LICENSE LICENCE
  CHANGELOG CONTRIBUTING SELECT INSERT UPDATE FROM WHERE NULL TRUE FALSE stdin stdout stderr
  Node.js Next.js Nuxt.js Vue.js React.js Express.js Nest.js Three.js D3.js Chart.js Ember.js Backbone.js Alpine.js`.split(/\s+/),
)

export function isEverydayWord(word: string): boolean {
  return WORDS.has(word)
}
