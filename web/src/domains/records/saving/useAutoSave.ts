import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConflictChoice } from '../../../ui/draft/ConflictDialog.tsx'
import type { ConflictedSave } from '../model/Conflicts.tsx'
import { type Failure, useRejection } from '../model/useRejection.ts'
import { useLeftFields } from './useLeftFields.ts'
import { useRetryWhenBack } from './useRetryWhenBack.ts'
import { type SendingOptions, useSending } from './useSending.ts'
import { useWaiters } from './useWaiters.ts'

interface AutoSaveOptions extends SendingOptions {
  /** The rules have answered what is in the form: what they set goes with it. */
  isSettled: boolean
}

export interface AutoSave extends ConflictedSave {
  failure: Failure | null
  /** The version that was saved from here last. */
  savedVersion: number
  /** What is typed isn't sent until its field is left. */
  edit: (key: string) => void
  leave: (key: string) => void
  cancel: (key: string) => void
  /** Sends all that was left, and these fields; also what was rejected as it is. */
  save: (keys: readonly string[]) => void
  /** Drops what isn't saved. */
  discard: () => void
  /** Saves; true once none of it is unsaved. */
  flush: (keys: readonly string[]) => Promise<boolean>
}

/**
 * Saves the fields of a record that were left. What is rejected stays, and is sent again with the next field; what the
 * server finds invalid holds up no other field.
 */
export function useAutoSave(options: AutoSaveOptions): AutoSave {
  const { record, form } = options
  const fields = useLeftFields()
  const { isLeft } = fields
  const rejection = useRejection(options)
  const sending = useSending(options, rejection)
  const isReady = record.can.update && rejection.conflicts.length === 0
  const attempt = useEffectEvent(() => {
    fields.attempt()
    const { values, drafts, same, faults } = form.collect(isLeft)
    form.settle(same)
    const isOwn = Object.keys(drafts).some(isLeft)
    const isNew = isOwn && JSON.stringify(values) !== JSON.stringify(sending.refused)
    // What the server said of the same values still holds.
    form.setErrors(isOwn && !isNew ? { ...form.errors, ...faults } : faults)
    if (isNew) sending.send({ values, drafts })
  })
  const mayStart = fields.isDue && isReady && !sending.busy && options.isSettled
  useEffect(() => {
    if (mayStart && fields.requests > 0) attempt()
  }, [mayStart, fields.requests])
  const flushed = useWaiters(!sending.busy && !(fields.isDue && isReady), !form.typed.some(isLeft))
  const save = (keys: readonly string[]) => {
    sending.refuse(null)
    fields.leave(keys)
  }
  useRetryWhenBack(rejection.failure?.isAway === true, () => save([]))
  return {
    saving: sending.busy,
    failure: rejection.failure,
    savedVersion: sending.savedVersion,
    edit: (key) => fields.unleave([key]),
    leave: (key) => fields.leave([key]),
    ...useGivingUp(options, { rejection, fields }),
    save,
    ...useConflicts(options, { rejection, refuse: sending.refuse, isLeft, save }),
    flush: (keys) => {
      save(keys)
      return flushed()
    },
  }
}

type Rejecting = { rejection: ReturnType<typeof useRejection> }

function useGivingUp(
  { app, form }: AutoSaveOptions,
  { rejection, fields }: Rejecting & { fields: ReturnType<typeof useLeftFields> },
): Pick<AutoSave, 'cancel' | 'discard'> {
  const discard = () => {
    form.clear()
    rejection.forget()
    fields.unleave(app.fields.map(({ key }) => key))
  }
  return {
    discard,
    cancel: (key) => {
      // What was rejected with it may be in fields that no one typed into.
      if (form.typed.every((one) => one === key)) discard()
      else form.reset(key)
      fields.unleave([key])
    },
  }
}

interface Conflicting extends Rejecting {
  refuse: ReturnType<typeof useSending>['refuse']
  isLeft: (key: string) => boolean
  save: AutoSave['save']
}

function useConflicts(
  { form }: AutoSaveOptions,
  { rejection, refuse, isLeft, save }: Conflicting,
): Pick<AutoSave, 'conflicts' | 'closeConflicts' | 'resolve'> {
  const { t } = useTranslation('records')
  const { conflicts, closeConflicts } = rejection
  return {
    conflicts,
    closeConflicts: () => {
      closeConflicts()
      // Asks again only once something changes.
      refuse(form.collect(isLeft).values)
      rejection.fail(t('page.conflicted'))
    },
    resolve: (choices: Record<string, ConflictChoice>) => {
      const isTheirs = ({ field }: { field: string }) => choices[field] === 'theirs'
      for (const { field } of conflicts.filter(isTheirs)) form.reset(field)
      // Their changes have been reviewed by now.
      form.rebase(conflicts.filter((conflict) => !isTheirs(conflict)).map(({ field }) => field))
      closeConflicts()
      save([])
    },
  }
}
