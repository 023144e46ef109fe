import type { AttackEventView } from '@caseloom/contract/records/attack-events'
import { Button, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { keys } from '../../../data/keys.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { useTechniques } from '../../../field-types/values/techniques.ts'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import { useZone } from '../../../ui/Times.tsx'
import { UnsavedGuard } from '../../../ui/UnsavedGuard.tsx'
import { attackEn } from './attack.en.ts'
import { type AttackPlace, saveEvent } from './attack.queries.ts'
import classes from './AttackEvents.module.css'
import { draftOf, type EventDraft, inputOf, newDraft, storedEvent } from './event-draft.ts'
import { EventFields } from './EventFields.tsx'

addTexts('attack', attackEn)

interface AttackEventFormProps {
  place: AttackPlace
  /** A new one when absent. */
  event?: AttackEventView
  autoFocus?: boolean
  onDone: () => void
}

function useEventForm({ place, event, onDone }: AttackEventFormProps) {
  const zone = useZone()
  const client = useQueryClient()
  const { userId } = useTenantScope()
  const stored = event === undefined ? storedEvent(place, userId) : null
  const [begun] = useState<EventDraft>(() =>
    event === undefined ? newDraft(new Date(), zone) : draftOf(event, zone),
  )
  const [draft, setDraft] = useState(() => stored?.read() ?? begun)
  const [isStored, setIsStored] = useState(() => stored !== null && stored.read() !== null)
  const set = (part: Partial<EventDraft>) => {
    const next = { ...draft, ...part }
    setDraft(next)
    setIsStored(stored?.write(next) === true)
  }
  const done = () => {
    stored?.write(null)
    onDone()
  }
  const input = inputOf(draft, zone, event)
  const mutation = useMutation({
    mutationFn: async () => input !== null && saveEvent(place, event?.id ?? null, input),
    onSuccess: async () => {
      stored?.write(null)
      await client.invalidateQueries({ queryKey: keys.one(place.tenantId, 'records', place.recordId) })
      done()
    },
  })
  const save = () => {
    if (input !== null && !mutation.isPending) mutation.mutate()
  }
  const isAtRisk = !isStored && JSON.stringify(draft) !== JSON.stringify(begun)
  return { draft, set, save, done, mutation, isAtRisk, isReady: input !== null }
}

/** Time, type, technique, asset, and source of an attack event. */
export function AttackEventForm(props: AttackEventFormProps) {
  const { place, event, autoFocus = true } = props
  const { t } = useTranslation('attack')
  const techniques = useTechniques()
  const { draft, set, save, done, mutation, isAtRisk, isReady } = useEventForm(props)
  const onSubmit = (submitted: FormEvent) => {
    submitted.preventDefault()
    save()
  }
  const onKeyDown = (pressed: KeyboardEvent) => {
    // In an open list, these keys are for the list.
    if (pressed.currentTarget.querySelector('[aria-expanded="true"]') !== null) return
    const isSave = pressed.key === 'Enter' && (pressed.ctrlKey || pressed.metaKey)
    const isCancel = pressed.key === 'Escape' && !pressed.nativeEvent.isComposing
    if (!isSave && !isCancel) return
    pressed.preventDefault()
    if (isSave) save()
    else done()
  }
  const label = t(event === undefined ? 'form.add' : 'form.edit')
  return (
    <form className={classes.form} aria-label={label} onSubmit={onSubmit}>
      <div role="presentation" className={classes.inputs} onKeyDown={onKeyDown}>
        {mutation.isError && (
          <ErrorSummary message={`${t('form.failed')} ${describeError(mutation.error).text}`} />
        )}
        <Textarea
          label={t('form.text')}
          value={draft.text}
          required
          autosize
          minRows={1}
          maxRows={6}
          maxLength={2_000}
          data-autofocus
          autoFocus={autoFocus}
          onChange={(typed) => set({ text: typed.currentTarget.value })}
        />
        <EventFields draft={draft} techniques={techniques} tenantId={place.tenantId} onChange={set} />
        <div className={classes.formEnd}>
          <Button onClick={done}>{t('form.cancel')}</Button>
          <Button type="submit" variant="filled" loading={mutation.isPending} disabled={!isReady}>
            {t('form.save')}
          </Button>
        </div>
      </div>
      <UnsavedGuard when={isAtRisk} />
    </form>
  )
}
