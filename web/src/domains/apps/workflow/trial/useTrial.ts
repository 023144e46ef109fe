import type { FieldInput } from '@caseloom/contract/field-types/fields'
import type { FieldValues } from '@caseloom/contract/records/records'
import type { Occasion, Workflow } from '@caseloom/contract/apps/workflow'
import { type CompiledWorkflow, compileWorkflow } from '@caseloom/workflow/compile'
import { settle } from '@caseloom/workflow/evaluate'
import type { FormActor, FormContext, FormOutcome } from '@caseloom/workflow/form-context'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useTenantScope } from '../../../../data/scope.tsx'
import type { RuleState } from '../../../../field-types/workflow/LogicGlyph.tsx'
import type { EditedApp } from '../../draft/useAppDraft.ts'

/** What the trial starts from: the stored values of a record, or nothing for a new one. */
export interface TrialStart {
  recordId: string | null
  stored: FieldValues | null
}

export interface Trial {
  start: TrialStart
  begin: (start: TrialStart) => void
  occasion: Occasion
  setOccasion: (occasion: Occasion) => void
  /** Role that the form is shown to; null for oneself. */
  role: string | null
  setRole: (role: string | null) => void
  values: FieldValues
  set: (field: string, value: FieldValues[string]) => void
  touched: ReadonlySet<string>
  /** Fields whose values rules set. */
  wrote: ReadonlySet<string>
  /** Counts the starts: inputs begin afresh with each. */
  round: number
  outcome: FormOutcome | null
  /** How long the last evaluation took. */
  took: number
  readable: (field: string) => boolean
}

const NOW = () => new Date().toISOString()

function actorOf(userId: string, role: string | null, fields: readonly FieldInput[]): FormActor {
  const readers = new Map(fields.map(({ key, readers: only }) => [key, only]))
  return {
    kind: 'user',
    id: userId,
    groups: [],
    roles: role === null ? [] : [role],
    readable: (key) => {
      const only = readers.get(key)
      return role === null || only === undefined || only.some((one) => one === role)
    },
  }
}

/** What the trial has typed, and what rules wrote into it. */
function useTrialValues() {
  const [start, setStart] = useState<TrialStart>({ recordId: null, stored: null })
  const [values, setValues] = useState<FieldValues>({})
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [wrote, setWrote] = useState<ReadonlySet<string>>(new Set())
  const [round, setRound] = useState(0)
  return {
    start,
    values,
    touched,
    wrote,
    round,
    restart: (next: TrialStart) => {
      setStart(next)
      setValues(next.stored ?? {})
      setTouched(new Set())
      setWrote(new Set())
      setRound((before) => before + 1)
    },
    set: (field: string, value: FieldValues[string]) => {
      setValues((before) => ({ ...before, [field]: value }))
      setTouched((before) => new Set([...before, field]))
      setWrote((before) => new Set([...before].filter((one) => one !== field)))
    },
    /** What rules set is part of the record from then on, as when it is typed. */
    write: (next: FieldValues) => {
      setValues((before) => ({ ...before, ...next }))
      setWrote((before) => new Set([...before, ...Object.keys(next)]))
    },
  }
}

interface Evaluating {
  compiled: CompiledWorkflow
  context: FormContext
  isOpen: boolean
  /** Evaluations of another round do not continue this one. */
  round: number
  write: (values: FieldValues) => void
}

function useOutcome({ compiled, context, isOpen, round, write }: Evaluating) {
  const [done, setDone] = useState<{ outcome: FormOutcome; took: number; round: number } | null>(null)
  const before = useEffectEvent(() => (done?.round === round ? done.outcome : undefined))
  const finish = useEffectEvent((outcome: FormOutcome, took: number) => {
    setDone({ outcome, took, round })
    const next = Object.entries(outcome.values).filter(
      ([key, value]) => JSON.stringify(context.record[key] ?? null) !== JSON.stringify(value),
    )
    if (next.length > 0) write(Object.fromEntries(next))
  })
  useEffect(() => {
    if (!isOpen) return
    let isCurrent = true
    const began = performance.now()
    void settle(compiled, context, before()).then((outcome) => {
      if (isCurrent) finish(outcome, performance.now() - began)
    })
    return () => {
      isCurrent = false
    }
  }, [isOpen, compiled, context])
  return isOpen ? done : null
}

/** Evaluates the workflow of the draft in the browser; nothing of a trial is saved. */
export function useTrial(edited: EditedApp, workflow: Workflow, isOpen: boolean): Trial {
  const { userId, timeZone } = useTenantScope()
  const { restart, write, ...typed } = useTrialValues()
  const { values, start, round } = typed
  const [occasion, setOccasion] = useState<Occasion>('new')
  const [role, setRole] = useState<string | null>(null)
  const { fields } = edited.draft
  const actor = useMemo(() => actorOf(userId, role, fields), [userId, role, fields])
  const compiled = useMemo(() => compileWorkflow(workflow, { fields }), [workflow, fields])
  const [now] = useState(NOW)
  const context = useMemo(
    (): FormContext => ({
      occasion,
      record: values,
      before: start.stored,
      actor,
      now,
      linked: () => null,
      zone: timeZone,
    }),
    [occasion, values, start, actor, now, timeZone],
  )
  const done = useOutcome({ compiled, context, isOpen, round, write })
  return {
    ...typed,
    begin: (next) => {
      restart(next)
      setOccasion(next.stored === null ? 'new' : 'edit')
    },
    occasion,
    setOccasion,
    role,
    setRole,
    outcome: done?.outcome ?? null,
    took: done?.took ?? 0,
    readable: actor.readable,
  }
}

/** How each rule did, for the cards. */
export function marksOf(outcome: FormOutcome | null): ReadonlyMap<string, RuleState> {
  return new Map(
    (outcome?.trace ?? []).map(({ rule, outcome: how }) => [rule, how === 'true' ? 'fired' : 'idle']),
  )
}
