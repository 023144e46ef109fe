import type { JsonObject } from '@caseloom/contract/kernel/json'
import { playbookJsonSchema, Trigger } from '@caseloom/playbook/document'
import { describe, expect, it } from 'vitest'
import { actionOf } from '../parts/action-view.ts'
import { withAction } from './step-action.ts'
import { schemaOfField, setFields, uniqueFields } from './record-schema.ts'
import { ROW_TYPES, rowsOf, schemaOfRows, type SchemaRow } from './schema-rows.ts'
import { CRON_PRESETS, TRIGGER_SCHEMAS } from './trigger-schemas.ts'

const row = (over: Partial<SchemaRow>): SchemaRow => ({
  name: 'host',
  title: '',
  description: '',
  type: 'text',
  required: false,
  options: [],
  default: undefined,
  ...over,
})

describe('object schema as a list of fields', () => {
  it('round-trips every type', () => {
    const rows = ROW_TYPES.map((type, at) =>
      row({
        name: `f${at}`,
        type,
        title: at % 2 === 0 ? 'A title' : '',
        required: at % 3 === 0,
        options: type === 'choice' || type === 'choices' ? ['a', 'b'] : [],
      }),
    )
    expect(rowsOf(schemaOfRows(rows, undefined))).toEqual(rows)
  })

  it("preserves what it doesn't show, and detects schemas that don't fit a list", () => {
    const before: JsonObject = { $schema: 'x', type: 'object', additionalProperties: false, properties: {} }
    expect(schemaOfRows([row({ default: 'h' })], before)).toEqual({
      $schema: 'x',
      additionalProperties: false,
      type: 'object',
      properties: { host: { type: 'string', default: 'h' } },
    })
    expect(rowsOf({ type: 'object', properties: { a: { type: 'object' } } })).toBeNull()
    expect(rowsOf({ type: 'object', properties: { a: { type: 'string', maxLength: 3 } } })).toBeNull()
    expect(rowsOf({ oneOf: [] })).toBeNull()
  })
})

describe('changing the action of a step', () => {
  it('preserves inputs with the same name and drops the others', () => {
    const step: JsonObject = {
      key: 'a',
      action: 'record.create',
      with: { app: 'alert', set: { title: 'x' }, other: 1 },
      retry: { attempts: 2 },
      after: 'b',
    }
    expect(withAction(step, 'record.get', actionOf(new Map(), 'record.get'))).toEqual({
      key: 'a',
      action: 'record.get',
      with: { app: 'alert' },
      retry: { attempts: 2 },
      after: 'b',
    })
    expect(withAction(step, 'data.transform', actionOf(new Map(), 'data.transform'))).toEqual({
      key: 'a',
      action: 'data.transform',
      with: {},
      after: 'b',
    })
  })
})

describe('trigger forms', () => {
  const options: Record<string, object> = {
    webhook: {
      auth: 'slack',
      answer: 'result',
      header: 'X-Proof',
      handshake: 'slack',
      allowFrom: ['198.51.100.0/24', '2001:db8::1'],
    },
    schedule: { cron: '* * * * *', overlap: 'queue', missed: 'skip' },
    record: { app: 'alert', on: ['created'], fields: ['title'], byPlaybooks: true },
    button: { app: 'alert', label: 'Go', confirm: 'Sure?', askInputs: true },
    form: { heading: 'Ask', text: 'x', audience: 'link', thanks: 'y' },
    failure: { playbooks: ['other'] },
  }

  it('have every option of the language, and no other', () => {
    for (const [kind, given] of Object.entries(options)) {
      expect(Trigger.safeParse({ key: 'k', kind, with: given }).error, kind).toBeUndefined()
      const properties = TRIGGER_SCHEMAS[kind]?.['properties'] ?? {}
      const known = new Set(Object.keys(properties))
      if (kind === 'schedule') for (const name of ['cron', 'timeZone']) known.add(name)
      const schema = JSON.stringify(playbookJsonSchema())
      for (const name of known) expect(schema, `${kind}.${name}`).toContain(`"${name}"`)
      expect(
        Object.keys(given).filter((name) => !known.has(name)),
        kind,
      ).toEqual([])
    }
  })

  it('offer schedules with five fields', () => {
    for (const [, cron] of CRON_PRESETS) expect(cron.split(' ')).toHaveLength(5)
  })
})

describe('record fields', () => {
  const common = { required: false, readOnly: false }
  const text = { ...common, type: 'text', key: 'source_ref', label: 'Source', unique: true, multiline: false }
  const clock = { ...common, type: 'clock', key: 'sla', label: 'SLA' }
  // Only the parts of a field that are used.
  const fields = [text, clock] as unknown as Parameters<typeof setFields>[0]

  it('offer unique fields to match by and no computed fields to set', () => {
    expect(uniqueFields(fields).map(({ key }) => key)).toEqual(['source_ref'])
    expect(setFields(fields).map(({ key }) => key)).toEqual(['source_ref'])
    expect(schemaOfField(fields[0])).toEqual({ type: 'string' })
    expect(schemaOfField(undefined)).toEqual({})
  })
})
