import { expect, it } from 'vitest'
import { parentsOf } from '../../../src/models/offline/parents.ts'

const symbol = (name: string, signature: string) => ({
  kind: 'class' as const,
  name,
  signature,
  firstLine: 1,
  lastLine: 1,
  docstring: null,
  isPublic: true,
  parent: null,
})

it.each([
  ['TimedSerializer', 'class TimedSerializer(Serializer[_T], t.Generic[_T])', ['Serializer', 'Generic']],
  ['Meta', 'class Meta(Base, metaclass=ABCMeta)', ['Base']],
  ['Signer', 'class Signer', []],
  ['JsonArray', 'public final class JsonArray extends JsonElement implements Iterable<JsonElement>', ['JsonElement', 'Iterable']],
  ['Client', 'class Client implements ClientInterface, \\Psr\\Http\\Client\\ClientInterface', ['ClientInterface']],
  ['Params', 'class Params < Rack::Hash', ['Hash']],
  ['Dog', 'open class Dog(val name: String) : Animal(name), Named', ['Animal', 'Named']],
  ['Dog', 'public class Dog<T> : Animal<T>, INamed where T : Thing', ['Animal', 'INamed']],
  ['Dog', 'class Dog : public Animal', ['Animal']],
  ['E', 'impl<E> StdError for E where E: crate::StdError + Send', ['StdError']],
  ['Error', 'impl Error', []],
  ['ErrorImpl', 'pub(crate) struct ErrorImpl<E = ()>', []],
  ['Context', 'pub trait Context<T, E>: context::private::Sealed', ['Sealed']],
  ['Result', 'pub type Result<T, E = Error> = core::result::Result<T, E>', []],
  ['Box', 'export interface Box<T extends Thing> extends Base<T>', ['Base']],
  ['Hook', 'type Hook interface', []],
])('%s of “%s” builds on %j', (name, signature, parents) => {
  expect(parentsOf(symbol(name, signature))).toEqual(parents)
})

it('builds a function on nothing', () => {
  expect(parentsOf({ ...symbol('jv_get_kind', 'jv_kind jv_get_kind(jv)'), kind: 'function' })).toEqual([])
})
