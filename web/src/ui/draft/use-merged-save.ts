import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ConflictChoice } from './ConflictDialog.tsx'
import { type MergedParts, mergeParts } from './merge-parts.ts'

/** Parts that two people changed differently, and what can be chosen between. */
export interface DraftConflict<Form, Stored> {
  stored: Stored
  /** Both sides' changes; in conflicts, mine. */
  merged: Form
  mine: Form
  theirs: Form
  parts: readonly string[]
}

interface MergedSaveOptions<Form extends object, Stored> {
  formOf: (stored: Stored) => Form
  /** What the person began with; by default, the form of the state that was to be saved over. */
  baseOf?: (over: Stored) => Promise<Form>
  /** Saves over the given state; rejects when there is a newer one. */
  save: (form: Form, over: Stored) => Promise<Stored>
  isConflict: (error: unknown) => boolean
  /** The newest state, which the rejection may name; null when there is none. */
  newest: (error: unknown) => Promise<Stored | null> | Stored | null
  /** Merges part by part unless the form has its own parts. */
  merge?: (base: Form, mine: Form, theirs: Form) => MergedParts<Form>
  /** The merged form with their side of these parts. */
  take?: (merged: Form, theirs: Form, parts: readonly string[]) => Form
  onSaved: (saved: Stored) => void
  /** Both changed different parts: what the draft is from now on. True saves it immediately. */
  onMerged: (stored: Stored, merged: Form) => boolean
  /** A failure that is no conflict, or a conflict that can't be merged: what was edited is gone, or changes all the time. */
  onFailed?: (error: unknown) => void
}

interface Sent<Form, Stored> {
  form: Form
  over: Stored
  /** Tries in a row after merging with others. */
  merges: number
}

export interface MergedSave<Form, Stored> {
  save: (form: Form, over: Stored) => void
  saving: boolean
  /** A failure that is no conflict. */
  error: unknown
  conflict: DraftConflict<Form, Stored> | null
  /** The form with the chosen sides, to be saved over the newest state. */
  choose: (choices: Record<string, ConflictChoice>) => { form: Form; over: Stored } | null
  keepEditing: () => void
  reset: () => void
}

/** How often others may be first in a row before the person is asked to try again. */
const MAX_MERGES = 3

/**
 * Saves what a person edits. When someone else saved first, both are merged; where both changed the same part, the
 * person chooses. Nothing that was typed is lost by a failure.
 */
export function useMergedSave<Form extends object, Stored>(
  options: MergedSaveOptions<Form, Stored>,
): MergedSave<Form, Stored> {
  const { formOf, isConflict, merge = mergeParts, take = takeParts } = options
  const [conflict, setConflict] = useState<DraftConflict<Form, Stored> | null>(null)
  const meet = async (error: unknown, { form: mine, over, merges }: Sent<Form, Stored>) => {
    const stored = merges < MAX_MERGES ? await options.newest(error) : null
    if (stored === null) return options.onFailed?.(error)
    const theirs = formOf(stored)
    const { merged, conflicts } = merge((await options.baseOf?.(over)) ?? formOf(over), mine, theirs)
    if (conflicts.length > 0) return setConflict({ stored, merged, mine, theirs, parts: conflicts })
    setConflict(null)
    if (options.onMerged(stored, merged)) mutation.mutate({ form: merged, over: stored, merges: merges + 1 })
  }
  const mutation = useMutation({
    mutationFn: ({ form, over }: Sent<Form, Stored>) => options.save(form, over),
    onSuccess: (saved) => {
      setConflict(null)
      options.onSaved(saved)
    },
    onError: (error, sent) => (isConflict(error) ? meet(error, sent) : options.onFailed?.(error)),
  })
  return {
    save: (form, over) => mutation.mutate({ form, over, merges: 0 }),
    saving: mutation.isPending,
    error: mutation.error !== null && !isConflict(mutation.error) ? mutation.error : null,
    conflict,
    choose: (choices) => {
      if (conflict === null) return null
      const parts = conflict.parts.filter((part) => choices[part] === 'theirs')
      return { form: take(conflict.merged, conflict.theirs, parts), over: conflict.stored }
    },
    keepEditing: () => setConflict(null),
    reset: () => {
      mutation.reset()
      setConflict(null)
    },
  }
}

function takeParts<Form extends object>(merged: Form, theirs: Form, parts: readonly string[]): Form {
  const chosen = Object.entries(theirs).filter(([part]) => parts.includes(part))
  return { ...merged, ...Object.fromEntries(chosen) }
}
