import type { ChatDraft } from '@caseloom/contract/assistant/assistant'
import type { Issue } from '@caseloom/contract/kernel/errors'
import { JsonObject, type JsonValue } from '@caseloom/contract/kernel/json'
import { z } from 'zod'
import { allow } from '../../../platform/rights.ts'
import type { Asking } from '../asking/answerer.ts'
import { actionsFor } from './actions.rules.ts'
import { appOf } from './app-of.ts'
import { AppInput, FilterInput, filterFrom, Sort, sortFrom } from './filter-input.ts'
import { inTenant, listPath, listSource } from './places.ts'
import { findsOf } from './search-in.ts'
import type { AssistantTool, ToolResult } from './tool.ts'
import type { ToolDeps } from './tool-deps.ts'

const MAX_ACTIONS = 25
const MAX_PROBLEMS = 25
/** Problems left for a person to fix in the builder, because only they know the right value. */
const FOR_PEOPLE: ReadonlySet<string> = new Set(['unknown_asset', 'wrong_asset'])

const ListActions = z.strictObject({
  text: z.string().max(300).optional().describe('What the step should do, for example send an email'),
})
const DraftPlaybook = z.strictObject({
  document: JsonObject.describe(
    'A caseloom.playbook/1 document as JSON: {"format": "caseloom.playbook/1", "playbook": "some-key", "title": "…", "triggers": [{"key": "new", "kind": "record", "with": {"app": "alert", "on": ["created"]}}], "steps": [{"key": "notify", "action": "mail.send", "with": {…}, "after": "other_step"}]}. Expressions are written in {% … %} and can use trigger, inputs, and steps.<key>.output.',
  ),
})
const DraftFilter = z.strictObject({
  app: AppInput,
  filter: FilterInput,
  text: z.string().max(500).optional(),
  title: z.string().trim().min(1).max(100).optional(),
})
const DraftReport = z.strictObject({
  app: AppInput,
  title: z.string().trim().min(1).max(100),
  filter: FilterInput.optional(),
  sort: Sort.optional(),
  columns: z.array(z.string().max(100)).max(30).default([]).describe('Keys of the fields to show, in order'),
  groupBy: z.string().max(100).optional().describe('Key of a field by whose values the records are counted'),
})

/** Tools that make drafts: each is opened unsaved, and only the user saves it. */
export function draftTools(deps: ToolDeps): readonly AssistantTool[] {
  const actions: AssistantTool<typeof ListActions> = {
    name: 'list_actions',
    title: 'List actions',
    description:
      'Lists what a step of a playbook may do here, with the JSON Schema of the input of those that fit best. Use it before draft_playbook.',
    input: ListActions,
    step: 'Reading the actions',
    async run({ scope, actor }, { text = '' }) {
      allow(actor, 'playbook:read')
      const found = actionsFor(await deps.actions(scope), text).slice(0, MAX_ACTIONS)
      return {
        content: {
          actions: found.map(({ name, title, description, kind, required, input, asset }, at) => ({
            action: name,
            title,
            description,
            kind,
            required,
            ...(asset === null ? {} : { assetOf: asset.connector }),
            ...(at < 4 && text !== '' ? { input } : {}),
          })),
        },
        sources: [],
      }
    },
  }
  const playbook: AssistantTool<typeof DraftPlaybook> = {
    name: 'draft_playbook',
    title: 'Draft a playbook',
    description:
      'Checks a playbook document and creates a draft, which the user opens unsaved in the builder. If it has errors, no draft is created and the errors are returned: fix them and call again. It saves, publishes, and runs nothing.',
    input: DraftPlaybook,
    step: 'Drafting a playbook',
    run: (asking, { document }) => draftPlaybook(deps, asking, document),
  }
  const filter: AssistantTool<typeof DraftFilter> = {
    name: 'draft_filter',
    title: 'Draft a filter',
    description:
      'Creates a filter for an app’s list, which the user opens with one click. Returns how many records it finds. Take keys of fields and options from list_apps.',
    input: DraftFilter,
    step: 'Drafting a filter',
    run: (asking, input) => draftFilter(deps, asking, input),
  }
  const report: AssistantTool<typeof DraftReport> = {
    name: 'draft_report',
    title: 'Draft a report',
    description:
      'Creates a report of an app’s records: filter, order, columns, and what they are counted by. The user opens it as an unsaved view of the list and can save it. Take keys from list_apps.',
    input: DraftReport,
    step: 'Drafting a report',
    run: (asking, input) => draftReport(deps, asking, input),
  }
  return [actions, playbook, filter, report]
}

/** Turns a validated document into a draft; returns no draft if problems must be fixed first. */
export async function draftPlaybook(
  deps: Pick<ToolDeps, 'problems'>,
  asking: Pick<Asking, 'scope' | 'actor'>,
  document: JsonObject,
): Promise<ToolResult> {
  allow(asking.actor, 'playbook:build')
  const problems = await deps.problems(asking.scope, document)
  const isOpen = problems.every(({ code }) => FOR_PEOPLE.has(code))
  const { title } = document
  const draft: ChatDraft = {
    kind: 'playbook',
    title: typeof title === 'string' ? title : 'New playbook',
    value: document,
    to: inTenant(asking, '/orchestration/playbook/new'),
  }
  return {
    content: {
      drafted: isOpen,
      problems: problems.slice(0, MAX_PROBLEMS).map(problemContent),
      ...(isOpen
        ? { note: 'The user opens the draft in the builder. Nothing is saved until they save it.' }
        : {}),
    },
    sources: [],
    drafts: isOpen ? [draft] : [],
  }
}

function problemContent({ path, code, message }: Issue): JsonObject {
  return { path: path.join('.'), code, message }
}

async function draftFilter(
  deps: ToolDeps,
  asking: Asking,
  input: z.output<typeof DraftFilter>,
): Promise<ToolResult> {
  const app = await appOf(deps, asking, input.app)
  const filter = filterFrom(input.filter)
  const list = { filter, text: input.text }
  return {
    content: { drafted: true, ...(await findsOf(deps, asking, app, list)) },
    sources: [listSource(asking, app, list)],
    drafts: [
      {
        kind: 'filter',
        title: input.title ?? app.name,
        value: { app: app.key, filter: asJson(filter), text: input.text ?? '' },
        to: listPath(asking, app.id, list),
      },
    ],
  }
}

async function draftReport(
  deps: ToolDeps,
  asking: Asking,
  input: z.output<typeof DraftReport>,
): Promise<ToolResult> {
  const app = await appOf(deps, asking, input.app)
  const filter = filterFrom(input.filter)
  const columns = input.columns
  const finds = await findsOf(deps, asking, app, { filter, sort: sortFrom(input.sort), columns })
  if (input.groupBy !== undefined)
    await deps.records.aggregateRecords(asking.scope, asking.actor, {
      appId: app.id,
      measure: { of: 'count' },
      by: { kind: 'group', field: input.groupBy, limit: 1 },
      checkOnly: true,
    })
  return {
    content: { drafted: true, ...finds },
    sources: [listSource(asking, app, { filter })],
    drafts: [
      reportDraft(asking, {
        app,
        title: input.title,
        filter,
        sort: input.sort,
        columns,
        groupBy: input.groupBy,
      }),
    ],
  }
}

interface Report {
  app: { id: string; key: string }
  title: string
  filter: ReturnType<typeof filterFrom>
  sort?: string | undefined
  columns: readonly string[]
  groupBy?: string | undefined
}

/** A report as a list that opens unsaved: with its filter, order and columns, and the figures by value beside it. */
export function reportDraft(
  asking: Pick<Asking, 'scope'>,
  { app, title, filter, sort, columns, groupBy }: Report,
): ChatDraft {
  return {
    kind: 'report',
    title,
    value: {
      app: app.key,
      filter: asJson(filter),
      sort: sort ?? null,
      columns: [...columns],
      groupBy: groupBy ?? null,
    },
    to: listPath(asking, app.id, { filter, sort, columns, facets: groupBy !== undefined }),
  }
}

/** A filter is JSON by its schema, but for the values that it may leave out. */
function asJson(filter: ReturnType<typeof filterFrom>): JsonValue {
  return filter === undefined ? null : (JSON.parse(JSON.stringify(filter)) as JsonValue)
}
