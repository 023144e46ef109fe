import type { AppView } from '@caseloom/contract/apps'
import type { FieldValues, RecordView } from '@caseloom/contract/records'
import type { CompiledWorkflow } from '@caseloom/workflow/compile'
import type { FormActor, FormContext, FormOutcome } from '@caseloom/workflow/form-context'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { usePeople } from '../../../data/people.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { sameValue } from '../../../field-types/parts/field-text.ts'
import { draftOf, readDraft } from '../model/draft-value.ts'
import type { RecordForm } from '../model/useRecordForm.ts'
import { appByLogic } from './app-by-logic.ts'

export interface FormLogic {
  /** The app as the form shows it now. */
  app: AppView
  /** Null without a workflow, and until it was evaluated first. */
  outcome: FormOutcome | null
}

/** The record as it is typed; drafts that can't be read yet leave the stored value. */
function typedValues(app: AppView, stored: RecordView | null, form: RecordForm): FieldValues {
  const values: FieldValues = { ...stored?.fields }
  for (const field of app.fields) {
    if (!form.changed(field.key) && (stored !== null || field.default === undefined)) continue
    const read = readDraft(field, form.draft(field.key))
    if (read.ok) values[field.key] = read.value
  }
  return values
}

function useActor(app: AppView): FormActor {
  const { userId } = useTenantScope()
  const { all } = usePeople()
  return useMemo(() => {
    const readable = new Set<string>(app.fields.map(({ key }) => key))
    const me = all.find(({ id }) => id === userId)
    return {
      kind: 'user',
      id: userId,
      groups: me?.groups ?? [],
      // The server decides about roles; here no one is known to have one.
      roles: [],
      readable: (key) => readable.has(key) || !app.fields.some((field) => field.key === key),
    }
  }, [app.fields, all, userId])
}

/** What the evaluation reads; the same while nothing is typed. */
function useFormContext(app: AppView, record: RecordView | null, form: RecordForm): FormContext {
  const { timeZone } = useTenantScope()
  const actor = useActor(app)
  const typed = JSON.stringify(typedValues(app, record, form))
  const occasion = record === null ? 'new' : form.dirty ? 'edit' : 'open'
  const [now] = useState(() => new Date().toISOString())
  return useMemo(
    (): FormContext => ({
      occasion,
      // Written above.
      record: JSON.parse(typed) as FieldValues,
      before: record?.fields ?? null,
      actor,
      now,
      linked: () => null,
      zone: timeZone,
    }),
    [occasion, typed, record, actor, now, timeZone],
  )
}

/**
 * Evaluates the workflow of the app in the browser while one types, and writes what rules set into the form. It is for
 * the eye: the server evaluates again when the record is saved, and its answer counts.
 */
export function useFormLogic(app: AppView, record: RecordView | null, form: RecordForm): FormLogic {
  const hasRules = (app.workflow?.stages.length ?? 0) > 0
  const context = useFormContext(app, record, form)
  const [outcome, setOutcome] = useState<FormOutcome | null>(null)
  const compiled = useRef<{ app: AppView; workflow: CompiledWorkflow } | null>(null)
  const write = useEffectEvent((next: FormOutcome) => {
    setOutcome(next)
    for (const [key, value] of Object.entries(next.values)) {
      const field = app.fields.find((one) => one.key === key)
      if (field !== undefined && !sameValue(value, context.record[key])) form.set(key, draftOf(field, value))
    }
  })
  const before = useEffectEvent(() => outcome ?? undefined)
  useEffect(() => {
    if (!hasRules) return
    let isCurrent = true
    const run = async () => {
      // Loaded with the first form that has rules.
      const [{ compileWorkflow }, { settle }] = await Promise.all([
        import('@caseloom/workflow/compile'),
        import('@caseloom/workflow/evaluate'),
      ])
      if (compiled.current?.app !== app)
        compiled.current = { app, workflow: compileWorkflow(app.workflow, { fields: app.fields }) }
      const next = await settle(compiled.current.workflow, context, before())
      if (isCurrent) write(next)
    }
    void run()
    return () => {
      isCurrent = false
    }
  }, [hasRules, app, context])
  const shown = useMemo(() => appByLogic(app, hasRules ? outcome : null), [app, hasRules, outcome])
  return { app: shown, outcome: hasRules ? outcome : null }
}
