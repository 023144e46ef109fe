import type { JobView } from '@caseloom/contract/records/jobs'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { receiveTaskUpdate } from '../../../data/hub-events.ts'
import { keys } from '../../../data/keys.ts'
import { followJob } from './follow-job.ts'

const TENANT = '019a0000-0000-7000-8000-0000000000c1'
const JOB = '019a0000-0000-7000-8000-0000000000e1'
const LIST = keys.list(TENANT, 'records')
const AT = '2026-11-22T03:00:00.000Z'

const job = (state: string) => ({
  id: JOB,
  kind: 'bulkEdit',
  state,
  appId: '019a0000-0000-7000-8000-0000000000f1',
  appName: 'Alert',
  button: null,
  by: { kind: 'user', id: '019a0000-0000-7000-8000-0000000000d1', name: 'Ann' },
  createdAt: AT,
  startedAt: AT,
  endedAt: null,
  total: 5,
  done: 5,
  unsearchable: 0,
  counts: { created: 0, updated: 5, unchanged: 0, deleted: 0, failed: 0, skipped: 0, started: 0 },
  // Nothing is reported of a quiet dry run: the test needs no toasts.
  dryRun: true,
  error: null,
  faults: [],
  file: null,
  undoUntil: null,
  can: { cancel: false, undo: false, download: false },
})

let client: QueryClient
/** Reads of the job under way; each answers with the state at its start. */
let reads: (() => void)[]
let state: string

beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(LIST, [])
  reads = []
  state = 'running'
  vi.stubGlobal('location', { pathname: '/', origin: 'https://caseloom.example.test' })
  vi.stubGlobal('fetch', (_address: string) => {
    const seen = job(state)
    return new Promise((resolve) => reads.push(() => resolve(new Response(JSON.stringify(seen)))))
  })
})
afterEach(() => {
  client.clear()
  vi.unstubAllGlobals()
})

const isStale = () => client.getQueryState(LIST)?.isInvalidated

test('a job that ends while it is being read is read once more, not only after the pause', async () => {
  followJob(client, TENANT, job('running') as JobView, { quiet: true }) // as the server answered it
  await vi.waitFor(() => expect(reads).toHaveLength(1))
  state = 'succeeded'
  receiveTaskUpdate(client, TENANT, { type: 'job', taskId: JOB, dateTime: AT })
  expect(isStale()).toBe(false)
  reads[0]?.()
  await vi.waitFor(() => expect(reads).toHaveLength(2))
  reads[1]?.()
  await vi.waitFor(() => expect(isStale()).toBe(true))
  expect(client.getQueryState(keys.one(TENANT, 'jobs', JOB))?.data).toMatchObject({ state: 'succeeded' })
})

test('an update between two reads is followed by a read', async () => {
  followJob(client, TENANT, job('running') as JobView, { quiet: true }) // as the server answered it
  await vi.waitFor(() => expect(reads).toHaveLength(1))
  reads[0]?.()
  await vi.waitFor(() => expect(client.isFetching()).toBe(0))
  expect(isStale()).toBe(false)
  state = 'succeeded'
  receiveTaskUpdate(client, TENANT, { type: 'job', taskId: JOB, dateTime: AT })
  await vi.waitFor(() => expect(reads).toHaveLength(2))
  reads[1]?.()
  await vi.waitFor(() => expect(isStale()).toBe(true))
})
