// The saved state is not where it should be, or not what it should be: told apart, and never a reason to pay again unasked.
import { expect, test } from 'vitest'
import type { ActionEnded } from '../acceptance/action.ts'
import { BOT, NO_CREDIT, once, outcome, type Stage, useStages, warnings } from '../acceptance/action-stage.ts'
import { RATE_LIMITED } from '../doubles/results-server.ts'

const { open, play } = useStages()

const estimated = play((stage) => stage.run())

/** Approved, and paused in the sections: what is finished is in the cache and in an artifact. */
const paused = play(async (stage) => {
  await stage.models.script({ rules: [{ prompt: '<section id=', do: NO_CREDIT }] })
  const { outputs } = await stage.typed('/nehemvix approve')
  expect(outputs.status).toBe('paused_quota')
}, estimated)

/** What a resume makes of it, where all is well in the end. */
async function resume(stage: Stage): Promise<ActionEnded> {
  const done = await stage.typed('/nehemvix resume')
  expect([outcome(done), stage.record()?.holder, once(await stage.billed())]).toEqual(['completed green', null, []])
  return done
}

/** Why a resume is told that the state is not there; nothing is sent. */
async function whyLost(stage: Stage): Promise<string> {
  const ended = await stage.typed('/nehemvix resume')
  expect([outcome(ended), await stage.calls(), stage.record()?.holder]).toEqual(['paused_state green', 0, null])
  const [said] = warnings(ended).filter((message) => message.startsWith('The saved state'))
  const notice = stage.comments().at(-1)?.body ?? ''
  const why = said?.match(/is not to be had: (.*?)\. The record/)?.[1] ?? ''
  expect(notice).toContain(why)
  return why
}

test('a rate limit of the cache is no lost state: nothing is sent, it is said to come back, and the next run goes on', async () => {
  const stage = await open(await paused())
  const before = stage.record()
  const artifacts = stage.results.store.artifacts.splice(0)
  stage.results.fault({ path: /GetCacheEntryDownloadURL/, what: RATE_LIMITED })
  const why = await whyLost(stage)
  expect(why).toMatch(
    /^the cache does not hand it out now, though it is there .*; the artifact nehemvix-state-\S+ of run \d+ is gone$/,
  )
  expect(stage.comments().at(-1)?.body).toMatch(/It may be there again later\..*\/nehemvix resume\n/s)
  expect(stage.record()).toEqual(before)
  stage.results.store.artifacts.push(...artifacts)
  await resume(stage)
})

test('evicted from the cache, there as an artifact: the job goes on from that', async () => {
  const stage = await open(await paused())
  expect(stage.results.evict('nehemvix-')).toBeGreaterThan(0)
  const done = await resume(stage)
  expect(done.log).toMatch(/State \d+ is here, from the artifact/)
})

test('a damaged archive: the artifact stands in for it, and without one it is lost', async () => {
  const stage = await open(await paused())
  stage.results.damage(stage.results.entries('nehemvix-'))
  const artifacts = stage.results.store.artifacts.splice(0)
  expect(await whyLost(stage)).toMatch(/^the cache hands out a damaged archive; the artifact .* is gone$/)
  stage.results.store.artifacts.push(...artifacts)
  // Whoever is told that it is lost may find it again: that costs nothing.
  const looked = await stage.typed('/nehemvix run --pay-again')
  expect([outcome(looked), once(await stage.billed())]).toEqual(['completed green', []])
})

/** The entry that the record names. */
function keptEntry({ results, record }: Stage) {
  const kept = results.entries().find(({ key }) => key === record()?.snapshot?.cacheKey)
  if (kept === undefined) throw new Error('the cache does not hold what the record names')
  return kept
}

test('a forged state with a higher number is not even looked at', async () => {
  const stage = await open(await paused())
  const kept = keptEntry(stage)
  const forged = [kept.key.replace(/-\d{8}-/, '-00000999-'), `${kept.key}9`].map((key) =>
    stage.results.forge(kept, key, Buffer.from('no archive')),
  )
  await resume(stage)
  expect(forged.map(({ createdAt, lastAccessedAt }) => lastAccessedAt.getTime() - createdAt.getTime() < 100)).toEqual([
    true,
    true,
  ])
})

test('what the cache hands out for a name that only begins alike is not unpacked', async () => {
  const stage = await open(await paused())
  const kept = keptEntry(stage)
  stage.results.evict(kept.key)
  stage.results.deleteArtifacts()
  stage.results.forge(kept, `${kept.key}9`)
  expect(await whyLost(stage)).toMatch(/^the cache has evicted it; /)
  expect(stage.results.log.filter(({ what }) => what === 'GET blob')).toEqual([])
})

test('an older state under the newest name is not opened', async () => {
  const stage = await open(await paused())
  const kept = keptEntry(stage)
  kept.blob.bytes = Buffer.from((await estimated()).entries.at(-1)?.blob.bytes ?? '')
  stage.results.deleteArtifacts()
  expect(await whyLost(stage)).toMatch(/^the cache holds another file than the one that was saved \(its SHA-256 differs\); /)
})

test('120 entries of other workflows are left alone, and none of them is taken for ours', async () => {
  const stage = await open(await paused())
  const { results } = stage
  const foreign = Array.from({ length: 120 }, (_, at) => `${at % 2 ? 'npm-Linux' : 'nehemvix-v1-1296269-00000'}${100 + at}`)
  results.addForeign(foreign)
  await resume(stage)
  const left = results.entries().map(({ key }) => key)
  expect([foreign.filter((key) => !left.includes(key)), left.length]).toEqual([[], 121])
})

test('both homes empty: no schedule starts over, a person may, and is asked for approval first', async () => {
  const stage = await open(await paused())
  const { github, results, models } = stage
  const before = await stage.billed()
  results.evict()
  results.deleteArtifacts()
  expect(await whyLost(stage)).toMatch(/^the cache has evicted it; the artifact \S+ of run \d+ is gone$/)
  const [lost] = stage.record()?.jobs ?? []
  expect([lost?.status, lost?.spentMicroUsd === 0, stage.comments().at(-1)?.body]).toEqual([
    'paused_state',
    false,
    expect.stringMatching(/\$0\.\d+ was spent\..* had 5 of 12 units done.*would be paid again.*\n\/nehemvix run --pay-again\n/s),
  ])
  const said = stage.comments().length
  const scheduled = await stage.run({ event: { name: 'schedule', payload: {} } })
  // Told once is enough: the schedule comes every day.
  expect([outcome(scheduled), await stage.calls(), stage.comments().length]).toEqual(['paused_state green', 0, said])
  expect(outcome(await stage.run({ inputs: { operation: 'run' } }))).toBe('paused_state green')

  const hear = async (body: string) => {
    const comment = github.comment(1, 'octocat', body)
    await stage.run({ event: { name: 'issue_comment', payload: github.eventOf(comment) } })
    return stage.comments().at(-1)?.body ?? ''
  }
  expect(await hear('/nehemvix run')).toContain('/nehemvix run --pay-again')
  expect(github.world.dispatches).toEqual([])
  expect(await hear('/nehemvix run --pay-again')).toMatch(/Starting over without the saved state/)
  const [dispatch] = github.world.dispatches
  const again = await stage.run({ runId: dispatch?.runId, triggeringActor: BOT, inputs: { ...dispatch?.inputs } })
  expect([outcome(again), await stage.calls()]).toEqual(['awaiting_approval green', 0])
  const jobs = stage.record()?.jobs ?? []
  expect(jobs.map(({ status, spentMicroUsd }) => [status, spentMicroUsd > 0])).toEqual([
    ['awaiting_approval', false],
    ['cancelled', true],
  ])
  await models.script({})
  const done = await stage.typed(`/nehemvix approve ${again.outputs['estimate-id']}`)
  expect(outcome(done)).toBe('completed green')
  const twice = Object.entries(await stage.billed()).flatMap(([unit, times]) => (times === 2 ? [unit] : []))
  expect(twice.sort()).toEqual(
    Object.keys(before)
      .filter((unit) => !unit.startsWith('section:'))
      .sort(),
  )
}, 90_000)

test('a record that nobody can read: nothing is sent, and a person may start over on top of it', async () => {
  const stage = await open(await paused())
  stage.changeRecord((record) => ({ ...record, version: 2 }) as never)
  const before = stage.github.world.git.resolve('refs/nehemvix/state')
  const ended = await stage.typed('/nehemvix resume')
  expect([outcome(ended), stage.comments().at(-1)?.body]).toEqual([
    'paused_state green',
    expect.stringMatching(/not readable by this version.*nobody knows what is paid for.*\n\/nehemvix run --pay-again\n/s),
  ])
  expect(outcome(await stage.run({ event: { name: 'schedule', payload: {} } }))).toBe('paused_state green')
  expect(stage.github.world.git.resolve('refs/nehemvix/state')).toBe(before)
  const again = await stage.typed('/nehemvix run --pay-again')
  expect([outcome(again), await stage.calls(), stage.record()?.sequence]).toEqual(['awaiting_approval green', 0, 1])
  expect(stage.github.world.git.ask('merge-base', '--is-ancestor', String(before), 'refs/nehemvix/state')).not.toBe(null)
})
