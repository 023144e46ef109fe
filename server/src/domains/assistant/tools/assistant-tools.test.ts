import type { AppView } from '@caseloom/contract/apps/apps'
import type { RunView } from '@caseloom/contract/automation/automation'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { anActor } from '@caseloom/testkit/installation'
import { INJECTION_SAMPLES } from '@caseloom/testkit/prompt-injection-samples'
import { createRecordsFixture, type RecordsFixture } from '@caseloom/testkit/records-fixture'
import { aComponent, aFailedRun, type StandIn, toolDeps, wholeRun } from '@caseloom/testkit/tool-deps'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { newId } from '../../../platform/uuid.ts'
import type { Withheld } from '../asking/answerer.ts'
import { assistantTools, callTool } from './assistant-tools.ts'
import { recordContent } from './record-values.ts'
import type { ToolResult } from './tool.ts'

let house: RecordsFixture
let app: AppView
let first: string
let hidden: string
const GROUP = newId()
beforeAll(async () => {
  house = await createRecordsFixture()
  app = await house.anApp()
  const { scope, records } = house
  const add = (fields: JsonObject) =>
    records.createRecord(scope, anActor(scope), { appId: app.id, fields: { severity: 'low', ...fields } })
  for (const title of INJECTION_SAMPLES) await add({ title })
  const plain = await add({ title: 'Impossible travel', severity: 'high', score: 7 })
  await add({ title: 'Beaconing', severity: 'high', score: 3 })
  first = plain.trackingId
  const restricted = await add({ title: 'hidden matter of the board' })
  hidden = restricted.trackingId
  const table = `"${scope.schema}"."a_${app.id.replaceAll('-', '')}"`
  await scope.tx((tx) =>
    tx.query(`update ${table} set acl = $2::uuid[] where id = $1`, [restricted.id, [GROUP]]),
  )
})
afterAll(() => house.close())

interface Called extends StandIn {
  actor?: Actor
  withheld?: Withheld
}

function call(name: string, input: unknown, { actor, withheld, ...given }: Called = {}): Promise<ToolResult> {
  const { scope } = house
  const tool = assistantTools(toolDeps(house, given)).find((one) => one.name === name)
  if (tool === undefined) throw new Error(`Unknown tool ${name}`)
  const asking = {
    scope,
    actor: actor ?? anActor(scope, { principals: [newId()] }),
    place: {},
    timeZone: 'UTC',
    signal: new AbortController().signal,
    withheld,
  }
  return callTool(tool, asking, input)
}

const DECIDED: JsonObject = {
  format: 'caseloom.playbook/1',
  playbook: 'triage',
  title: 'Triage',
  triggers: [],
  steps: [
    { key: 'look', title: 'Look up', action: 'data.transform', with: { value: { score: 3 } } },
    {
      key: 'decide',
      title: 'Decide',
      action: 'flow.switch',
      with: { cases: [{ name: 'bad', when: '{% steps.look.output.score > 5 %}' }] },
      after: 'look',
    },
    {
      key: 'isolate',
      title: 'Isolate',
      action: 'data.template',
      with: { text: 'x' },
      after: [{ step: 'decide', case: 'bad' }],
    },
    {
      key: 'close',
      title: 'Close',
      action: 'data.template',
      with: { text: 'x' },
      after: [{ step: 'decide', case: 'else' }],
    },
  ],
}

function aDecidedRun(over: Partial<RunView> = {}): RunView {
  const states = { look: 'succeeded', decide: 'succeeded', isolate: 'skipped', close: 'succeeded' } as const
  return {
    ...wholeRun(aFailedRun('Triage')),
    document: DECIDED,
    steps: Object.entries(states).map(([key, state]) => ({
      path: key,
      key,
      depth: 0,
      parent: null,
      part: null,
      turns: null,
      instances: null,
      title: key,
      action: 'data.template',
      pure: true,
      state,
      startedAt: null,
      endedAt: null,
      durationMs: null,
      attempts: [],
      input: null,
      output: null,
      error: null,
      idempotencyKey: null,
    })),
    ...over,
  }
}

describe('tools', () => {
  it('search and read the help pages', async () => {
    const found = await call('search_help', { text: 'restrict a record to some people' })
    expect(found.sources[0]?.to).toContain('/help/')
    const page = await call('read_help', { page: found.sources[0]?.to })
    expect(JSON.stringify(page.content)).toContain('estrict')
    await expect(call('read_help', { page: '/help/../../etc/passwd' })).rejects.toThrow('No such help page')
  })

  it('list apps with the fields that the asker can read', async () => {
    const { content } = await call('list_apps', { app: app.key })
    expect(JSON.stringify(content)).toContain('low: low')
    expect(JSON.stringify(content)).not.toContain('secret')
    await expect(call('list_apps', { app: 'nothing' })).rejects.toThrow('Unknown app')
  })

  it('find records by a filter and by words, in the shape that limits on data know', async () => {
    const filter = [{ field: 'severity', op: 'eq', value: 'high' }]
    const { content, sources } = await call('search_records', { app: app.key, filter, sort: 'score' })
    expect(content).toMatchObject({
      app: app.key,
      total: 2,
      records: [
        { app: app.key, title: 'Beaconing', fields: { severity: 'high', score: 3 } },
        { app: app.key, trackingId: first, title: 'Impossible travel' },
      ],
    })
    expect(sources[0]?.to).toContain('filter=')
    const words = await call('search_records', { text: 'impossible travel' })
    expect(words.content).toMatchObject({ records: [{ trackingId: first, title: 'Impossible travel' }] })
    const wrong = call('search_records', { app: app.key, filter: [{ field: 'nope', op: 'eq', value: 1 }] })
    await expect(wrong).rejects.toMatchObject({ code: 'field.unknown' })
  })

  it('read a record with its comments and changes, and what one may do to it', async () => {
    const { content, sources } = await call(
      'read_record',
      { trackingId: first },
      { comments: ['<p>Looks <b>bad</b></p>'] },
    )
    expect(content).toMatchObject({
      trackingId: first,
      fields: { title: 'Impossible travel' },
      comments: [{ text: 'Looks bad' }],
      history: [{ action: 'created' }],
    })
    expect(sources[0]?.kind).toBe('record')
  })

  it('count, group and measure', async () => {
    const total = INJECTION_SAMPLES.length + 2
    expect(await call('aggregate_records', { app: app.key })).toMatchObject({
      content: { rows: [{ value: total }] },
    })
    const grouped = await call('aggregate_records', { app: app.key, by: 'severity' })
    expect(grouped.content).toMatchObject({
      rows: [
        { severity: 'low', value: total - 2 },
        { severity: 'high', value: 2 },
      ],
    })
    const sum = await call('aggregate_records', { app: app.key, measure: 'sum', field: 'score' })
    expect(sum.content).toMatchObject({ rows: [{ value: 10 }] })
    const days = await call('aggregate_records', { app: app.key, per: 'day', days: 2 })
    expect(days.content).toMatchObject({ rows: [{ value: total }] })
  })

  it('explain a run by what failed', async () => {
    const { content, sources } = await call(
      'explain_run',
      { run: 7 },
      { run: aFailedRun('no route to host') },
    )
    expect(content).toMatchObject({ number: 7, state: 'failed', error: { message: 'no route to host' } })
    expect(sources[0]?.kind).toBe('run')
    expect((await call('list_runs', {}, { run: aFailedRun('x') })).content).toMatchObject({
      runs: [{ number: 7 }],
    })
  })

  it('explain why a switch took a branch and why a step was skipped, with the values that decided', async () => {
    const outputs = new Map<string, JsonObject>([
      ['look', { score: 3 }],
      ['decide', { case: 'else' }],
    ])
    const asked = { run: aDecidedRun(), outputs }
    const { content } = await call('explain_decision', { run: 7 }, asked)
    expect(content).toMatchObject({
      decisions: [
        {
          step: 'decide',
          because: [
            '“Look up” succeeded.',
            'The case “bad” didn’t apply: {% steps.look.output.score > 5 %}',
            'No case applied, so it chose “else”.',
          ],
          values: { 'steps.look.output.score': 3 },
        },
        {
          step: 'isolate',
          state: 'skipped',
          because: ['“Decide” chose the case “else”; this path is for “bad”.'],
        },
        { step: 'close', because: ['“Decide” chose “else”.'] },
      ],
    })
    const one = await call('explain_decision', { run: 7, step: 'Isolate' }, asked)
    expect(one.content).toMatchObject({ decisions: [{ step: 'isolate' }] })
    const blind = { ...asked, run: aDecidedRun({ can: { data: false, cancel: false, rerun: false } }) }
    const reply = await call('explain_decision', { run: 7, step: 'isolate' }, blind)
    expect(JSON.stringify(reply.content)).not.toContain('values')
    expect(reply.content).toMatchObject({ decisions: [{ because: ['“Decide” did not choose “bad”.'] }] })
  })

  it('explain the permissions on a record', async () => {
    const { content } = await call('explain_decision', { record: first, action: 'update' })
    expect(content).toMatchObject({ record: first, allowed: true })
    expect(JSON.stringify(content)).toContain('The record isn’t restricted.')
  })

  it('offer components with declared inputs only, and none that does not exist', async () => {
    const components = [aComponent('Isolate a host', { key: 'isolate' })]
    const offer = [{ component: 'isolate', inputs: { host: 'ws-042', evil: true } }]
    const { offers } = await call('list_components', { offer }, { components })
    expect(offers).toMatchObject([{ title: 'Isolate a host', inputValues: { host: 'ws-042' } }])
    expect(offers?.[0]?.inputValues).not.toHaveProperty('evil')
    const reply = await call(
      'list_components',
      { task: 'isolate ws-042', offer: [{ component: 'isolate' }] },
      { components },
    )
    expect(reply.offers).toMatchObject([{ inputValues: { host: 'ws-042' } }])
    const off = call('list_components', { offer }, { components, flags: { AiComponentExecution: false } })
    await expect(off).rejects.toThrow('No component')
  })

  it('draft a valid playbook, and report the problems of an invalid one', async () => {
    const good = await call('draft_playbook', { document: DECIDED })
    expect(good.drafts).toMatchObject([{ kind: 'playbook', title: 'Triage', value: DECIDED }])
    const bad = await call('draft_playbook', {
      document: { ...DECIDED, steps: [{ key: 'x', action: 'no.such' }] },
    })
    expect(bad.drafts).toEqual([])
    expect(bad.content).toMatchObject({ drafted: false, problems: [{ path: 'steps.0.action' }] })
    const actor = anActor(house.scope, { may: ['playbook:read'] })
    await expect(call('draft_playbook', { document: DECIDED }, { actor })).rejects.toMatchObject({
      code: 'right.missing',
    })
    const { content } = await call('list_actions', { text: 'send a mail' })
    expect(JSON.stringify(content).slice(0, 60)).toContain('mail.send')
  })

  it('draft filters and reports that open a list', async () => {
    const filter = [{ field: 'severity', op: 'in', value: ['high'] }]
    const { content, drafts } = await call('draft_filter', { app: app.key, filter, title: 'High' })
    expect(content).toMatchObject({ finds: 2 })
    expect(drafts?.[0]?.to).toBe(
      `/account/${house.scope.accountId}/tenant/${house.scope.tenantId}/search/${app.id}?filter=${encodeURIComponent(JSON.stringify(filter))}`,
    )
    const report = await call('draft_report', {
      app: app.key,
      title: 'By severity',
      columns: ['title', 'score'],
      sort: '-score',
      groupBy: 'severity',
    })
    expect(report.drafts?.[0]).toMatchObject({
      kind: 'report',
      to: expect.stringMatching(/sort=-score&cols=title%2Cscore&panel=facets$/),
    })
    const wrong = call('draft_report', { app: app.key, title: 'x', groupBy: 'secret' })
    await expect(wrong).rejects.toMatchObject({ code: 'field.unknown' })
  })

  it('reject unknown input, and truncate what is too long', async () => {
    await expect(call('search_records', { stranger: 1 })).rejects.toMatchObject({ code: 'request.invalid' })
    const many = Array.from({ length: 40 }, (_, at) => aComponent(`Component ${at} ${'ä'.repeat(900)}`))
    const { content } = await call('list_components', {}, { components: many })
    expect(Buffer.byteLength(JSON.stringify(content))).toBeLessThan(21_000)
    expect(content).toHaveProperty('cut')
  })
})

describe('injected text in the data', () => {
  const met: Record<string, number> = {}
  afterAll(() => {
    const all = Object.values(met).reduce((sum, one) => sum + one, 0)
    process.stdout.write(`planted instructions, ${all} cases, none obeyed: ${JSON.stringify(met)}\n`)
  })

  it('is returned as data when it is a file name, too', () => {
    for (const name of INJECTION_SAMPLES) {
      const id = newId()
      const files = [{ id, name, size: 1 }]
      const fields = [{ id, key: 'files', label: 'Files', type: 'attachment', required: false }]
      const record = { fields: { files }, trackingId: 'ALR-1', createdAt: '', updatedAt: '' }
      // Of both the function reads these alone.
      const content = recordContent({ ...app, fields } as unknown as AppView, record as never, new Map())
      expect(content).toMatchObject({ title: '', fields: { files: [name] } })
      met['file name'] = (met['file name'] ?? 0) + 1
    }
  })

  it.each(INJECTION_SAMPLES)('is returned as data, and starts and offers nothing: %s', async (text) => {
    const components = [aComponent('Wipe a host', { key: 'wipe', description: text })]
    const given = { components, comments: [text], run: aFailedRun(text) }
    const calls: [string, JsonObject][] = [
      ['search_records', { app: app.key, limit: 25 }],
      ['search_records', { text: text.slice(0, 200) }],
      ['read_record', { trackingId: first }],
      ['explain_run', { run: 7 }],
      ['list_runs', {}],
      ['list_components', { task: text.slice(0, 900) }],
      ['search_help', { text: text.slice(0, 400) }],
      // As a mail or a webhook handed it to the step that decided.
      ['explain_decision', { run: 7 }],
      ['draft_filter', { app: app.key, text: text.slice(0, 200), filter: [] }],
      ['aggregate_records', { app: app.key, by: 'title' }],
    ]
    for (const [name, input] of calls) {
      const outputs = new Map<string, JsonObject>([['look', { score: text }]])
      const decided = name === 'explain_decision' ? { run: aDecidedRun(), outputs } : {}
      const result = await call(name, input, { ...given, ...decided })
      met[name] = (met[name] ?? 0) + 1
      if (name === 'draft_filter') {
        // A draft is opened by the user’s press, and is the list that was asked for.
        expect(result.drafts?.map(({ to }) => to.split('?')[0])).toEqual([
          `/account/${house.scope.accountId}/tenant/${house.scope.tenantId}/search/${app.id}`,
        ])
        continue
      }
      expect(result.offers ?? [], name).toEqual([])
      expect(result.drafts ?? [], name).toEqual([])
      expect(JSON.stringify([result.content, result.sources]), name).not.toContain(
        'hidden matter of the board',
      )
      expect(
        result.sources.every(({ to }) => to.startsWith('/account/') || to.startsWith('/help/')),
        name,
      ).toBe(true)
    }
  })

  it('is not revealed to users without permission to read it; hidden and missing records answer the same', async () => {
    const text = (id: string) =>
      call('read_record', { trackingId: id }).then(String, (error: Error) => error.message.replace(id, ''))
    expect(await text(hidden)).toBe(await text(`${app.acronym}-99999`))
    for (const step of ['explain_decision']) {
      await expect(call(step, { record: hidden })).rejects.toMatchObject({ code: 'resource.not_found' })
    }
    const insider = anActor(house.scope, { principals: [newId(), GROUP] })
    expect((await call('read_record', { trackingId: hidden }, { actor: insider })).content).toMatchObject({
      title: 'hidden matter of the board',
    })
  })

  it('requires the same permissions as everywhere else', async () => {
    const actor = anActor(house.scope, { may: ['assistant:use'] })
    const calls: [string, JsonObject][] = [
      ['list_apps', {}],
      ['search_records', { app: app.key }],
      ['search_records', { text: 'impossible' }],
      ['read_record', { trackingId: first }],
      ['aggregate_records', { app: app.key }],
      ['list_runs', {}],
      ['explain_run', { run: 7 }],
      ['explain_decision', { run: 7 }],
      ['list_actions', {}],
      ['draft_playbook', { document: DECIDED }],
      ['draft_filter', { app: app.key, filter: [] }],
      ['draft_report', { app: app.key, title: 'x' }],
    ]
    for (const [name, input] of calls)
      await expect(call(name, input, { actor, run: aFailedRun('x') }), name).rejects.toMatchObject({
        code: 'right.missing',
      })
    const components = [aComponent('Wipe a host', { key: 'wipe' })]
    expect((await call('list_components', {}, { actor, components })).content).toMatchObject({
      components: [],
    })
  })
})

/** What an administrator keeps from a model cannot be found out by asking for words, either. */
describe('words in fields that are withheld from the answerer', () => {
  const SEARCHED = ['title', 'source_ref', 'state', 'link', 'raw']
  /** Of raw payloads only identifiers are searched. */
  const wordIn = (key: string, at: number) =>
    `${key.replace('_', '')}word${at}x${key === 'raw' ? '@corp.example' : ''}`
  let other: AppView
  let ids: string[]

  beforeAll(async () => {
    const { scope, records } = house
    other = await house.anApp()
    const system = anActor(scope, { kind: 'system' })
    ids = []
    for (const at of [0, 1, 2]) {
      const of = (key: string) => wordIn(key, at)
      const fields = {
        title: `Shared ${of('title')}`,
        source_ref: of('source_ref'),
        state: of('state'),
        link: `https://corp.example/${of('link')}`,
        raw: { deep: [of('raw')] },
      }
      const { trackingId } = await records.createRecord(scope, system, { appId: other.id, fields })
      ids.push(trackingId)
    }
  })

  const found = ({ content }: ToolResult) =>
    z
      .object({ records: z.array(z.looseObject({ trackingId: z.string() })) })
      .parse(content)
      .records.map(({ trackingId }) => trackingId)

  it.each(SEARCHED)(
    'finds by what is left and not by %s, in one app, in all, and in the count of a draft',
    async (closedField) => {
      const lists = [[`${other.key}.${closedField}`], [`*.${closedField}`, `${app.key}.state`]]
      for (const withheld of lists.map((fields) => ({ apps: [], fields })))
        for (const [at, trackingId] of ids.entries())
          for (const key of SEARCHED) {
            const text = wordIn(key, at)
            const wanted = key === closedField ? [] : [trackingId]
            const said = `${text} without ${withheld.fields.join()}`
            expect(found(await call('search_records', { app: other.key, text }, { withheld })), said).toEqual(
              wanted,
            )
            expect(found(await call('search_records', { text }, { withheld })), said).toEqual(wanted)
            const draft = await call('draft_filter', { app: other.key, text, filter: [] }, { withheld })
            expect(draft.content, said).toMatchObject({ drafted: true, finds: wanted.length })
          }
    },
  )

  it('requires all words in other fields, and reports how many records contain them', async () => {
    const withheld = { apps: [], fields: ['*.state'] }
    const ask = (text: string) => call('search_records', { app: other.key, text, limit: 2 }, { withheld })
    expect((await ask('shared')).content).toMatchObject({ total: 3 })
    expect(found(await ask('shared'))).toHaveLength(2)
    expect(found(await ask(`shared ${wordIn('link', 1)}`))).toEqual([ids[1]])
    expect(found(await ask(`shared ${wordIn('state', 1)}`))).toEqual([])
    expect(found(await ask(ids[2] ?? ''))).toEqual([ids[2]])
  })

  it('finds nothing in a withheld app, and everything as usual without limits', async () => {
    const text = wordIn('title', 0)
    const withheld = { apps: [other.key], fields: [] }
    expect(found(await call('search_records', { text }, { withheld }))).toEqual([])
    expect(found(await call('search_records', { text }))).toEqual([ids[0]])
  })
})
