import type { AppView } from '@caseloom/contract/apps/apps'
import type { FieldValues, RecordView } from '@caseloom/contract/records/records'
import type { RecordId } from '@caseloom/contract/kernel/ids'
import type { FormState } from '@caseloom/contract/apps/workflow-runs'
import { openForm } from '@caseloom/contract/apps/workflow-runs'
import { wholeWorkflow } from '@caseloom/workflow/applets/whole-workflow'
import type { FormOutcome, ItemState } from '@caseloom/workflow/form-context'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import { call } from '../../../data/call.ts'
import { keys } from '../../../data/keys.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { readPicked, readPicks } from '../../../field-types/values/linked-draft.ts'
import type { RecordForm } from '../model/useRecordForm.ts'
import { linkedFieldsOf } from './logic-settings.ts'

interface Opened {
  tenantId: string
  app: AppView
  record: RecordView | null
  /** Records that are about to be linked, by reference field. */
  linked: Record<string, RecordId[]>
}

/** What only the server knows of a form: groups and roles of the user that rules name, and linked records. */
function openedFormQuery({ tenantId, app, record, linked }: Opened) {
  const key = [app.id, app.revision, JSON.stringify(linked)] as const
  return queryOptions({
    queryKey: keys.one(tenantId, 'records', record?.id ?? 'new', 'form', ...key),
    queryFn: ({ signal }) =>
      call(openForm, {
        params: { tenantId, appId: app.id },
        body: {
          ...(record === null ? {} : { record: record.id }),
          ...(Object.keys(linked).length === 0 ? {} : { linked }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
}

/** Loads it where rules read it, or where the browser can't evaluate them. */
export function useOpenedForm(app: AppView, record: RecordView | null, form: RecordForm, enabled: boolean) {
  const { tenantId } = useTenantScope()
  return useQuery({
    ...openedFormQuery({ tenantId, app, record, linked: enabled ? wishesOf(app, form) : {} }),
    enabled,
  })
}

/** The records that changed reference fields will link, as far as rules read them. */
export function wishesOf(app: AppView, form: Pick<RecordForm, 'changed' | 'draft'>): Opened['linked'] {
  const read = linkedFieldsOf(wholeWorkflow(app))
  const wishes = app.fields.flatMap((field) => {
    if (!read.has(field.key) || !fieldTraits(field).links || !form.changed(field.key)) return []
    const draft = form.draft(field.key)
    const picked = Array.isArray(draft) ? readPicks(draft).add : [readPicked(draft)]
    // Drafts hold IDs that the server gave.
    return [[field.key, picked.flatMap((one) => (one === null ? [] : [one.id as RecordId]))] as const]
  })
  return Object.fromEntries(wishes)
}

/** Linked records that a form has after its changes: one alone, or those that it doesn't take away. */
export type LinkChange = { only: string | null } | { without: readonly string[] }

/** What a form changes about links that rules read, by reference field. */
export function linkChanges(
  app: AppView,
  form: Pick<RecordForm, 'changed' | 'draft'>,
): Record<string, LinkChange> {
  const read = linkedFieldsOf(wholeWorkflow(app))
  return Object.fromEntries(
    app.fields.flatMap((field) => {
      if (!read.has(field.key) || !fieldTraits(field).links || !form.changed(field.key)) return []
      const draft = form.draft(field.key)
      const change = Array.isArray(draft)
        ? { without: readPicks(draft).remove.map(({ id }) => id) }
        : { only: readPicked(draft)?.id ?? null }
      return [[field.key, change] as const]
    }),
  )
}

/** The server knows what is stored and what is to be added, and nothing of what is to be taken away. */
export function withLinkChange(
  linked: readonly FieldValues[],
  change: LinkChange | undefined,
): readonly FieldValues[] {
  if (change === undefined) return linked
  return linked.filter(({ id }) =>
    'only' in change ? id === change.only : !change.without.includes(String(id)),
  )
}

/** What the server decided when the form was opened, for a browser that can't evaluate the rules itself. */
export function outcomeOfState(state: FormState): FormOutcome {
  const items = Object.entries(state.items).map(([item, aspects]) => {
    const known = Object.entries(aspects).filter(([, decision]) => decision !== undefined)
    return [item, Object.fromEntries(known) as ItemState] as const // the names are those of aspects
  })
  return {
    items: new Map(items),
    options: new Map(Object.entries(state.options)),
    values: state.values,
    clocks: new Map(),
    messages: state.messages.map(({ at, parts, ...message }) => ({
      ...message,
      ...(at === undefined ? {} : { at }),
      ...(parts === undefined ? {} : { parts }),
    })),
    blocks: state.blocks,
    outcomes: [],
    trace: [],
    steps: 0,
    pending: 0,
  }
}
