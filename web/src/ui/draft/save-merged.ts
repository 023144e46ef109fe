import { mergeParts } from './merge-parts.ts'

/** How often others may be first in a row before the person is asked. */
const MAX_REBASES = 3

interface SaveMerged<Form extends object, Stored> {
  /** What the person began with. */
  base: Stored
  mine: Form
  formOf(stored: Stored): Form
  /** Saves over the given state; rejects when there is a newer one. */
  save(form: Form, over: Stored): Promise<Stored>
  /** Whether a rejection says that there is a newer state. */
  isConflict(error: unknown): boolean
  /** Loads the newest state; null when it's gone. */
  newest(): Promise<Stored | null>
}

/**
 * Saves a form; if someone else saved first, merges both and saves again. Rejects with the conflict where both changed
 * the same part.
 */
export async function saveMerged<Form extends object, Stored>({
  base,
  mine,
  formOf,
  save,
  isConflict,
  newest,
}: SaveMerged<Form, Stored>): Promise<Stored> {
  let [from, wanted] = [base, mine]
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await save(wanted, from)
    } catch (error) {
      if (attempt === MAX_REBASES || !isConflict(error)) throw error
      const theirs = await newest()
      if (theirs === null) throw error
      const { merged, conflicts } = mergeParts(formOf(from), wanted, formOf(theirs))
      if (conflicts.length > 0) throw error
      ;[from, wanted] = [theirs, merged]
    }
  }
}
