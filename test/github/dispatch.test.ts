import { expect, test } from 'vitest'
import { dispatchWorkflow } from '../../src/github/dispatch.ts'
import { isRunAlive } from '../../src/github/workflow-run.ts'
import { startStandIn } from './stand-in.ts'

const asked = { workflow: 'nehemvix.yml', ref: 'main', inputs: { operation: 'run', 'comment-id': '7' } }

test('starts the workflow with its inputs and tells the run', async () => {
  const { server, github, repository } = await startStandIn()
  const { runId, url } = await dispatchWorkflow(github, repository, asked)
  expect(server.world.dispatches).toMatchObject([{ runId, ref: 'main', inputs: asked.inputs }])
  expect(url).toMatch(new RegExp(`/actions/runs/${runId}$`))
})

test('a server that can not tell the run starts it all the same, once', async () => {
  const { server, github, repository } = await startStandIn()
  server.world.settings.refusesRunDetails = true
  expect(await dispatchWorkflow(github, repository, asked)).toEqual({ runId: null, url: null })
  expect(server.world.dispatches).toHaveLength(1)
})

test('what can not be started says what is missing', async () => {
  const { server, github, clientOf, repository } = await startStandIn()
  const reader = clientOf(server.workflowToken({ contents: 'write', metadata: 'read' }))
  await expect(dispatchWorkflow(reader, repository, asked)).rejects.toMatchObject({
    name: 'Refusal',
    next: expect.stringContaining('`actions: write`'),
  })
  await expect(dispatchWorkflow(github, repository, { ...asked, workflow: 'other.yml' })).rejects.toMatchObject({
    name: 'Refusal',
  })
  await expect(dispatchWorkflow(github, repository, { ...asked, inputs: { nonsense: '1' } })).rejects.toMatchObject({
    next: expect.stringContaining('`workflow_dispatch`'),
  })
  server.fault({ method: 'POST', path: /dispatches/, what: 'store-then-502' })
  await expect(dispatchWorkflow(github, repository, asked)).rejects.toMatchObject({
    next: expect.stringContaining('may have started'),
  })
  expect(server.world.dispatches).toHaveLength(1)
})

test('a run is alive until it is completed, and an attempt until the next one', async () => {
  const { server, github, repository } = await startStandIn()
  const { id } = server.startRun()
  server.setRun(id, { status: 'in_progress', conclusion: null, attempt: 2 })
  expect(await isRunAlive(github, repository, id)).toBe(true)
  expect(await isRunAlive(github, repository, id, 2)).toBe(true)
  expect(await isRunAlive(github, repository, id, 1)).toBe(false)
  server.setRun(id, { status: 'completed', conclusion: 'success' })
  expect(await isRunAlive(github, repository, id, 2)).toBe(false)
  expect(await isRunAlive(github, repository, 99_999)).toBeNull()
})
