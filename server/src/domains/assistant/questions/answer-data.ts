import type { AppView } from '@caseloom/contract/apps/apps'
import type { Understood } from '@caseloom/contract/assistant/assistant'
import type { Filter } from '@caseloom/contract/values/filter'
import { valueTraits } from './subject.rules.ts'
import { type BuiltInDeps, type Inquiry, type Part, plain } from './built-in-deps.ts'
import { labelsOf } from '../tools/aggregate-tools.ts'
import { listPath, listSource, recordSource, titleOf } from '../tools/places.ts'
import { chipsOf } from './chips.rules.ts'
import { timeFilter } from './grammar.rules.ts'
import { filterOf, type Query } from './query.rules.ts'
import { countText, figureText, MEASURE_WORDS, saidOf } from './say.rules.ts'
import { rangeOf, testsOn } from './time-range.rules.ts'
import type { TimePhrase } from './time-phrase.rules.ts'

const MAX_ROWS = 25
const ROWS = 5
const GROUPS = 20
const ALL_GROUPS = 100
const DAY_MS = 86_400_000
const STEP_DAYS = { hour: 2, day: 31, week: 84, month: 366 } as const
const MAX_STEPS = 60

/** Lists, counts or measures the records of an app, by the very query that the link of the answer opens. */
export async function answerData(
  deps: BuiltInDeps,
  inquiry: Inquiry,
  app: AppView,
  query: Query,
): Promise<Part> {
  const part = await partOf(deps, inquiry, app, query)
  return { ...part, understood: understoodOf(inquiry, app, query) }
}

function partOf(deps: BuiltInDeps, inquiry: Inquiry, app: AppView, query: Query): Promise<Part> {
  if (query.compare !== null) return compared(deps, inquiry, app, { ...query, compare: query.compare })
  if (query.group !== null) return grouped(deps, inquiry, app, { ...query, group: query.group })
  if (query.step !== null) return stepped(deps, inquiry, app, { ...query, step: query.step })
  if (query.show === 'measure') return measured(deps, inquiry, app, query)
  return listed(deps, inquiry, app, query)
}

function understoodOf(inquiry: Inquiry, app: AppView, query: Query): Understood {
  return {
    subject: { key: app.key, name: app.name, to: listPath(inquiry, app.id) },
    chips: chipsOf(query),
    unknown: [],
  }
}

/** The query as the search takes it. */
function searchOf(query: Query) {
  const filter = filterOf(query)
  return {
    ...(filter === null ? {} : { filter }),
    ...(query.text === '' ? {} : { text: query.text }),
  }
}

function sortText({ sort }: Query): string | undefined {
  return sort === null ? undefined : `${sort.direction === 'desc' ? '-' : ''}${sort.field.key}`
}

function sourceOf(inquiry: Inquiry, app: AppView, query: Query, facets = false) {
  return listSource(inquiry, app, { ...searchOf(query), sort: sortText(query), facets })
}

async function listed(deps: BuiltInDeps, inquiry: Inquiry, app: AppView, query: Query): Promise<Part> {
  const counts = query.show === 'count'
  const sort =
    query.sort === null
      ? { field: 'created_at', direction: 'desc' as const }
      : { field: query.sort.field.key, direction: query.sort.direction }
  const page = await deps.records.searchRecords(inquiry.scope, inquiry.actor, {
    appId: app.id,
    limit: counts ? 1 : Math.min(query.limit ?? ROWS, MAX_ROWS),
    zone: inquiry.timeZone,
    count: 'capped',
    sort: [sort],
    ...searchOf(query),
  })
  const total = page.total?.value ?? page.items.length
  const found = counts ? [] : page.items.map((record) => ({ record, title: titleOf(app, record) }))
  const rows = found.map(({ record, title }) => `- ${record.trackingId} ${plain(title)}`)
  const [first] = found
  const head = `${countText(total, page.total?.capped === true)} in **${plain(app.name)}**${saidOf(query)}.`
  const one =
    query.single && first !== undefined
      ? [
          `**${first.record.trackingId}** ${plain(first.title)}`,
          '',
          `It comes first of ${total.toLocaleString('en')} by ${plain(query.sort?.field.label ?? '')}${saidOf(query)}.`,
        ]
      : null
  const order = query.sort === null ? 'newest' : 'first'
  const more = rows.length > 0 && total > rows.length ? ['', `These are the ${order} ${rows.length}.`] : []
  return {
    text: (one ?? [head, ...(rows.length === 0 ? [] : ['', ...rows]), ...more]).join('\n'),
    sources: [sourceOf(inquiry, app, query), ...found.map((record) => recordSource(inquiry, record))],
    drafts: draftsOf(inquiry, app, query),
  }
}

function draftsOf(inquiry: Inquiry, app: AppView, query: Query): NonNullable<Part['drafts']> {
  if (query.picked.length === 0) return []
  const title = `${app.name}: ${query.picked.map(({ label }) => label).join(', ')}`.slice(0, 200)
  // A filter is JSON but for the values that it may leave out.
  const value = JSON.parse(JSON.stringify(filterOf(query)))
  return [
    {
      kind: 'filter',
      title,
      value,
      to: listPath(inquiry, app.id, { ...searchOf(query), sort: sortText(query) }),
    },
  ]
}

function measureOf({ measure }: Query) {
  return measure === null ? { of: 'count' as const } : { of: measure.of, field: measure.field.key }
}

async function figure(
  deps: BuiltInDeps,
  inquiry: Inquiry,
  app: AppView,
  query: Query,
): Promise<number | null> {
  if (query.text !== '') {
    const page = await deps.records.searchRecords(inquiry.scope, inquiry.actor, {
      appId: app.id,
      limit: 1,
      count: 'exact',
      zone: inquiry.timeZone,
      ...searchOf(query),
    })
    return page.total?.value ?? null
  }
  const { rows } = await deps.records.aggregateRecords(inquiry.scope, inquiry.actor, {
    appId: app.id,
    measure: measureOf(query),
    by: { kind: 'all' },
    zone: inquiry.timeZone,
    ...searchOf(query),
  })
  return rows[0]?.value ?? null
}

async function measured(deps: BuiltInDeps, inquiry: Inquiry, app: AppView, query: Query): Promise<Part> {
  const value = await figure(deps, inquiry, app, query)
  const { measure } = query
  const name =
    measure === null ? 'Records' : `${MEASURE_WORDS[measure.of]} ${plain(measure.field.label.toLowerCase())}`
  return {
    text: `${name} in **${plain(app.name)}**${saidOf(query)}: **${figureText(value, measure?.field)}**.`,
    sources: [sourceOf(inquiry, app, query)],
    drafts: draftsOf(inquiry, app, query),
  }
}

async function grouped(
  deps: BuiltInDeps,
  inquiry: Inquiry,
  app: AppView,
  query: Query & { group: NonNullable<Query['group']> },
): Promise<Part> {
  const { group, most } = query
  const { rows, others } = await deps.records.aggregateRecords(inquiry.scope, inquiry.actor, {
    appId: app.id,
    measure: measureOf(query),
    by: { kind: 'group', field: group.key, limit: most === 'asc' ? ALL_GROUPS : (query.limit ?? GROUPS) + 1 },
    zone: inquiry.timeZone,
    ...searchOf(query),
  })
  const labelOf = await labelsOf(deps, inquiry, { app, by: group.key })
  const filled = most === null ? rows : rows.filter(({ key }) => key !== null)
  const ordered =
    most === 'asc' ? filled.toSorted((one, other) => (one.value ?? 0) - (other.value ?? 0)) : filled
  const shown = ordered.slice(0, query.limit ?? GROUPS)
  const table = shown.map(
    ({ key, value }) => `| ${plain(labelOf(key))} | ${figureText(value ?? 0, query.measure?.field)} |`,
  )
  const rest = others === null || others === 0 || most !== null ? [] : [`| Others | ${others} |`]
  const [first] = shown
  const name = query.measure === null ? 'Records' : plain(query.measure.field.label)
  const best =
    most === null || first === undefined || query.limit !== null
      ? []
      : [
          `**${plain(labelOf(first.key))}** has the ${most === 'desc' ? 'most' : 'fewest'}: ${figureText(first.value, query.measure?.field)}.`,
          '',
        ]
  return {
    text: [
      ...best,
      `${name} in **${plain(app.name)}** by ${plain(group.label.toLowerCase())}${saidOf(query)}:`,
      '',
      `| ${plain(group.label)} | ${name} |`,
      '| --- | --- |',
      ...table,
      ...rest,
    ].join('\n'),
    sources: [sourceOf(inquiry, app, query, true)],
    drafts: draftsOf(inquiry, app, query),
  }
}

async function stepped(
  deps: BuiltInDeps,
  inquiry: Inquiry,
  app: AppView,
  query: Query & { step: NonNullable<Query['step']> },
): Promise<Part> {
  const { step } = query
  const { now, timeZone } = inquiry
  const field = timeFieldOf(query)
  const range = rangeOf(
    testsOn(
      query.picked.map(({ filter }) => filter),
      field,
    ),
    { now, zone: timeZone },
  )
  const { rows } = await deps.records.aggregateRecords(inquiry.scope, inquiry.actor, {
    appId: app.id,
    measure: measureOf(query),
    by: { kind: 'time', unit: step, zone: timeZone },
    time: {
      field,
      from: range.from ?? new Date(now.getTime() - STEP_DAYS[step] * DAY_MS),
      to: range.until ?? now,
    },
    zone: timeZone,
    ...searchOf(query),
  })
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    dateStyle: 'medium',
    ...(step === 'hour' ? { timeStyle: 'short' as const } : {}),
  })
  const name = query.measure === null ? 'Records' : plain(query.measure.field.label)
  const table = rows
    .slice(-MAX_STEPS)
    .map(
      ({ at, value }) =>
        `| ${at === null ? '' : format.format(new Date(at))} | ${figureText(value ?? 0, query.measure?.field)} |`,
    )
  return {
    text: [
      `${name} in **${plain(app.name)}** per ${step}${saidOf(query)}:`,
      '',
      `| From | ${name} |`,
      '| --- | --- |',
      ...table,
    ].join('\n'),
    sources: [sourceOf(inquiry, app, query)],
    drafts: draftsOf(inquiry, app, query),
  }
}

function timeFieldOf({ picked, subject }: Query): string {
  const instants = subject.fields.filter((field) => valueTraits(field).instant).map(({ key }) => key)
  return picked.map(({ field }) => field).find((field) => instants.includes(field)) ?? 'created_at'
}

async function compared(
  deps: BuiltInDeps,
  inquiry: Inquiry,
  app: AppView,
  query: Query & { compare: NonNullable<Query['compare']> },
): Promise<Part> {
  const { field, now, before } = query.compare
  const over = (phrase: TimePhrase): Query => {
    const filter: Filter = timeFilter(field, phrase)
    return { ...query, compare: null, picked: [...query.picked, { field, filter, label: phrase.label }] }
  }
  const [own, other] = [over(now), over(before)]
  const [value, earlier] = [await figure(deps, inquiry, app, own), await figure(deps, inquiry, app, other)]
  const of = query.measure?.field
  const name =
    query.measure === null
      ? 'Records'
      : `${MEASURE_WORDS[query.measure.of]} ${plain(query.measure.field.label.toLowerCase())}`
  return {
    text: [
      `${name} in **${plain(app.name)}**${saidOf(query)}:`,
      '',
      '| When | Figure |',
      '| --- | --- |',
      `| ${plain(now.label)} | ${figureText(value, of)} |`,
      `| ${plain(before.label)} | ${figureText(earlier, of)} |`,
      ...difference(value, earlier),
    ].join('\n'),
    sources: [
      { ...sourceOf(inquiry, app, own), title: `${app.name}, ${now.label}` },
      { ...sourceOf(inquiry, app, other), title: `${app.name}, ${before.label}` },
    ],
  }
}

function difference(value: number | null, earlier: number | null): string[] {
  if (value === null || earlier === null || earlier === 0) return []
  const percent = Math.round((100 * (value - earlier)) / earlier)
  return ['', percent === 0 ? 'No change.' : `${Math.abs(percent)} % ${percent > 0 ? 'more' : 'less'}.`]
}
