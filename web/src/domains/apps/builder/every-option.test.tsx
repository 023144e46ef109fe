import { AppView } from '@caseloom/contract/apps/apps'
import { SelectionOption } from '@caseloom/contract/field-types/selection'
import { FieldInput } from '@caseloom/contract/field-types/fields'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { z } from 'zod'
import { principalsQuery } from '../../../data/people.ts'
import { TenantScopeContext } from '../../../data/scope.tsx'
import { startTexts } from '../../../ui/text/i18n.ts'
import { draftOf } from '../draft/app-draft.ts'
import { appSource } from '../draft/draft-source.ts'
import type { FormEdits } from '../draft/builder-types.ts'
import type { EditedApp } from '../draft/useAppDraft.ts'

// Modules add their texts when loaded.
startTexts()
const { FieldPanel } = await import('./FieldPanel.tsx')
const { FieldRights } = await import('./FieldRights.tsx')
const { OptionsEditor } = await import('./OptionsEditor.tsx')

/**
 * For each option of the contract the builder must have a control that shows its value: the panel of a field
 * differs when the option does. A new option fails here until it has samples and a control.
 */
const TENANT = '01a200fb-ba03-70fc-8e5f-af4c6ce7a600'
const id = (n: number) => `01a200fb-ba03-70fc-8e5f-${n.toString(16).padStart(12, '0')}`
const never = { any: [] }
const titled = { field: 'title', op: 'empty' } as const
const options = [
  { key: 'low', label: 'Low' },
  { key: 'high', label: 'High' },
]

/** What a field of the type requires. */
const NEEDED: Record<FieldInput['type'], object> = {
  text: {},
  number: {},
  datetime: {},
  selection: { options },
  user: {},
  json: {},
  url: {},
  date: {},
  time: {},
  duration: {},
  list: {},
  group: {},
  reference: { app: id(1) },
  attachment: {},
  comments: {},
  formula: { expression: 'title', result: 'text' },
  system: { of: 'created_at' },
  technique: {},
  geopoint: {},
  observables: {},
  tasks: {},
  clock: { start: never, stop: never },
}

type Samples = readonly [unknown, unknown]
/** Two values of each option, by path; `type.path` where a type needs others. */
const SAMPLES: Record<string, Samples> = {
  key: ['probe', 'other'],
  label: ['Probe', 'Other'],
  help: ['Read this', 'Or that'],
  required: [false, true],
  requiredWhen: [undefined, titled],
  readOnly: [false, true],
  readers: [undefined, [id(21)]],
  writers: [undefined, [id(21)]],
  unique: [false, true],
  format: ['plain', 'email'],
  multiline: [false, true],
  maxLength: [100, 200],
  minLength: [undefined, 5],
  lengthUnit: ['characters', 'words'],
  prefix: [undefined, 'EUR'],
  suffix: [undefined, 'ms'],
  placeholder: [undefined, 'Such as'],
  min: [undefined, 3],
  max: [undefined, 7],
  decimals: [undefined, 2],
  step: [undefined, 5],
  'number.format': ['plain', 'bytes'],
  limit: [undefined, 'past'],
  stamp: [undefined, { when: titled, keep: 'first' }],
  'stamp.when': [never, titled],
  'stamp.keep': ['first', 'last'],
  of: ['text', 'number'],
  'system.of': ['created_at', 'history'],
  minItems: [undefined, 2],
  maxItems: [undefined, 4],
  minItemLength: [undefined, 2],
  maxItemLength: [undefined, 40],
  'list.step': [undefined, 5],
  options: [options, [...options, { key: 'worst', label: 'Worst' }]],
  multiple: [false, true],
  display: ['plain', 'severity'],
  control: ['menu', 'radio'],
  members: [undefined, [id(31)]],
  assign: [undefined, { by: 'roundRobin', members: [id(31)] }],
  'group.members': [undefined, [id(11)]],
  maxBytes: [undefined, 3 * 1024 * 1024],
  mediaTypes: [undefined, ['image/*']],
  rich: [false, true],
  app: [id(1), id(2)],
  columns: [[], ['title']],
  canAdd: [false, true],
  backReference: [undefined, { label: 'Comes from' }],
  'backReference.label': ['Comes from', 'Goes to'],
  expression: ['title', '$uppercase(title)'],
  result: ['text', 'number'],
  kinds: [undefined, ['ipv4']],
  start: [never, titled],
  pause: [undefined, titled],
  stop: [never, titled],
  target: [undefined, 7200],
  warnAt: [75, 50],
  hours: [undefined, { zone: 'UTC', days: [1], from: '08:00', to: '18:00', holidays: [] }],
  'hours.zone': ['UTC', 'Europe/Berlin'],
  'hours.days': [[1], [1, 2]],
  'hours.from': ['08:00', '09:00'],
  'hours.to': ['18:00', '19:00'],
  'hours.holidays': [[], ['2026-12-25']],
  'text.default': [undefined, 'none'],
  'url.default': [undefined, 'https://a.example/'],
  'number.default': [undefined, 12],
  'datetime.default': [undefined, 'now'],
  'date.default': [undefined, 'today'],
  'time.default': [undefined, '08:30'],
  'geopoint.default': [undefined, '52.52, 13.405'],
  'duration.default': [undefined, 9_000],
  'json.default': [undefined, { a: 1 }],
  'list.default': [undefined, ['a']],
  'selection.default': [undefined, 'low'],
  'user.default': [undefined, 'me'],
  'group.default': [undefined, id(11)],
  'technique.default': [undefined, 'T1059'],
  'tasks.default': [undefined, [{ title: 'Look' }]],
}
/** Options that must be set before the option is visible. */
const BESIDE: Record<string, object> = {
  'list.step': { of: 'number' },
  'stamp.when': { stamp: { when: never, keep: 'first' } },
  'stamp.keep': { stamp: { when: never, keep: 'first' } },
}
for (const place of ['zone', 'days', 'from', 'to', 'holidays'])
  BESIDE[`hours.${place}`] = { hours: { zone: 'UTC', days: [1], from: '08:00', to: '18:00', holidays: [] } }

/** Options that have no control, each with its reason. */
const WITHOUT: Record<string, string> = {
  applet: 'set by linking; such fields have a panel of their own',
  id: 'given by the server',
  type: 'chosen in the palette, changed by its own dialog',
  'attachment.default': 'files are uploaded to a record',
  'comments.default': 'a thread begins empty',
  'reference.default': 'refused: links are made for a record',
  'formula.default': 'computed',
  'system.default': 'a fact of the record',
  'clock.default': 'follows from the record',
  'observables.default': 'what was seen belongs to one record',
  'attachment.unique': 'no such option',
}
/** Options common to all types share one control, which is checked in two of them. */
const COMMON = new Set(['key', 'label', 'help', 'required', 'requiredWhen', 'readOnly', 'readers', 'writers'])
const isOwn = (type: string, place: string) => !COMMON.has(place) || type === 'text' || type === 'user'

const types = FieldInput.options.map(({ shape }) => shape.type.value)
const cases = FieldInput.options
  .flatMap(({ shape }) => placesOf(shape).map((place) => [shape.type.value, place] as const))
  .filter(([type, place]) => isOwn(type, place))
  .filter(([type, place]) => WITHOUT[place] === undefined && WITHOUT[`${type}.${place}`] === undefined)

function placesOf(shape: Record<string, z.core.$ZodType>): string[] {
  return Object.entries(shape).flatMap(([key, schema]) => {
    const inner = objectIn(schema)
    return inner === null ? [key] : [key, ...Object.keys(inner).map((part) => `${key}.${part}`)]
  })
}

/** The shape of an object inside its optional wrapper; null for everything else. */
function objectIn(schema: z.core.$ZodType): Record<string, z.core.$ZodType> | null {
  const { def } = schema._zod as unknown as {
    def: { type: string; innerType?: z.core.$ZodType; shape?: Record<string, z.core.$ZodType> }
  } // the schema says of itself what it is
  if (def.type === 'object') return def.shape ?? null
  return def.innerType === undefined ? null : objectIn(def.innerType)
}

it('covers every type with its options in the contract', () => {
  expect(types).toHaveLength(Object.keys(NEEDED).length)
  expect(cases.length).toBeGreaterThan(90)
})

it.each(cases)('a field of the type %s has a control for %s', (type, place) => {
  const samples = SAMPLES[`${type}.${place}`] ?? SAMPLES[place]
  expect(samples, 'Give two samples of the option, and the option a control').toBeDefined()
  const [first, second] = samples ?? []
  expect(panelOf(type, place, second)).not.toBe(panelOf(type, place, first))
})

// Glyphs follow from the display and the option's index.
it.each(Object.keys(SelectionOption.shape).filter((part) => part !== 'glyph'))(
  'an option of a selection has a control for %s',
  (part) => {
    const values: Record<string, Samples> = {
      key: ['low', 'lower'],
      label: ['Low', 'Lower'],
      colour: [undefined, 'red'],
      description: [undefined, 'Choose it when'],
      retired: [undefined, true],
    }
    const [first, second] = values[part] ?? []
    const optionsWith = (value: unknown) => [{ ...options[0], [part]: value }, options[1]]
    expect(panelOf('selection', 'options', optionsWith(second))).not.toBe(
      panelOf('selection', 'options', optionsWith(first)),
    )
  },
)

/** Rendered panels: most options start from the same one. */
const markup = new Map<string, string>()

function panelOf(type: FieldInput['type'], place: string, value: unknown): string {
  const [head = '', part] = place.split('.')
  const given: Record<string, unknown> = {
    id: id(9),
    key: 'probe',
    label: 'Probe',
    ...NEEDED[type],
    ...BESIDE[`${type}.${place}`],
    ...BESIDE[place],
    type,
  }
  const around = given[head]
  given[head] = part === undefined ? value : { ...(typeof around === 'object' ? around : {}), [part]: value }
  const field = FieldInput.parse(JSON.parse(JSON.stringify(given)))
  const known = markup.get(JSON.stringify(field))
  if (known !== undefined) return known
  const edited = editing(field)
  const shared = {
    field,
    edited,
    isStored: true,
    set: () => undefined,
    // A fault at its key opens the details of an option.
    fault: (at: string) => (at.endsWith('.key') ? '' : undefined),
    faultIn: () => undefined,
  }
  const made = rendered(
    <>
      <FieldPanel field={field} edited={edited} edits={NO_EDITS} faults={[]} onClose={() => undefined} />
      <FieldRights {...shared} />
      {field.type === 'selection' && <OptionsEditor {...shared} field={field} />}
    </>,
  )
  markup.set(JSON.stringify(field), made)
  return made
}

function editing(field: FieldInput): EditedApp {
  const title = FieldInput.parse({ id: id(8), key: 'title', label: 'Title', type: 'text' })
  const base = AppView.parse({
    id: id(1),
    key: 'alert',
    acronym: 'ALR',
    name: 'Alert',
    icon: 'table',
    titleField: 'title',
    listColumns: [],
    layout: [],
    fields: [title, field],
    removedFields: [],
    revision: 1,
    updatedAt: '2026-11-21T03:02:15.000Z',
    sharing: null,
    can: { build: true, createRecord: true },
  })
  const nothing = () => undefined
  return {
    source: appSource(new QueryClient(), { tenantId: TENANT, userId: id(9) }, id(1)),
    base,
    draft: draftOf(base),
    changes: 0,
    edit: nothing,
    undo: null,
    redo: null,
    discard: nothing,
    publish: nothing,
    publishing: false,
    issues: [],
    failure: null,
    warnings: [],
    confirm: nothing,
    cancel: nothing,
    saved: { conflict: null, saving: false, keepEditing: nothing },
    resolve: nothing,
    restoredAt: null,
  }
}

const nothing = () => undefined
const NO_EDITS: FormEdits = {
  addKind: nothing,
  addSection: nothing,
  linkApplet: nothing,
  restore: nothing,
  place: nothing,
  step: nothing,
  moveSection: nothing,
  duplicate: nothing,
  takeOff: nothing,
  remove: nothing,
  change: nothing,
  changeSection: nothing,
  removeSection: nothing,
  addBlock: nothing,
  placeBlock: nothing,
  stepBlock: nothing,
  changeBlock: nothing,
  removeBlock: nothing,
}

function rendered(content: React.ReactNode): string {
  const client = new QueryClient()
  const named = (n: number, name: string) => ({ id: id(n), name })
  client.setQueryData(principalsQuery(TENANT).queryKey, {
    roles: [named(21, 'Analyst')],
    groups: [named(11, 'Blue team')],
    users: [named(31, 'Alice')],
  } as never) // brands of ids are made by schemas only
  const scope = {
    accountId: id(70),
    tenantId: TENANT,
    tenantName: 'Test',
    userId: id(31),
    userName: 'Alice',
    timeZone: 'UTC',
    permissions: new Set<never>(),
    flags: {} as never, // the panel doesn't read flags
  }
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <TenantScopeContext value={scope}>
        <MantineProvider withCssVariables={false} withGlobalClasses={false}>
          {content}
        </MantineProvider>
      </TenantScopeContext>
    </QueryClientProvider>,
  )
}
