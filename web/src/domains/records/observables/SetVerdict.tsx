import type { Lookup, ObservableView } from '@caseloom/contract/records/observable-lookups'
import { ANALYST, isExpired, Verdict, VERDICTS } from '@caseloom/contract/values/verdict'
import { Button, NumberInput, Select, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldFaults } from '../../../data/api-error.ts'
import { describeError } from '../../../data/describe-error.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { toast } from '../../../ui/toast.tsx'
import { giveVerdict, type Judgment, refetchVerdicts, takeVerdictBack } from '../verdicts/verdicts.queries.ts'
import classes from './ObservablePage.module.css'

const ENDS = ['never', '1', '7', '30', '90'] as const
const DAY = 24 * 3_600_000

interface SetVerdictProps {
  one: Pick<ObservableView, 'kind' | 'value' | 'lookups'>
  onClose: () => void
}

/** What a person decides, beginning with what an analyst said before. */
export function SetVerdict({ one, onClose }: SetVerdictProps) {
  const { t } = useTranslation('observable')
  const [before] = useState(() => ownWord(one.lookups))
  const [draft, setDraft] = useState<Draft>({
    verdict: before?.verdict ?? 'malicious',
    score: before?.score ?? null,
    summary: before?.summary ?? '',
    link: before?.link ?? '',
    end: 'never',
  })
  const saving = useSaving(one, onClose)
  return (
    <Dialog title={t('set.title')} onClose={onClose} size={480}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          saving.give(judgmentOf(draft, Date.now()))
        }}
      >
        <p className={classes.quiet}>{t('set.text')}</p>
        <VerdictFields draft={draft} faults={saving.faults} set={(part) => setDraft({ ...draft, ...part })} />
        <ReasonFields draft={draft} faults={saving.faults} set={(part) => setDraft({ ...draft, ...part })} />
        {saving.failure !== null && (
          <p role="alert" className={classes.failure}>
            {saving.failure}
          </p>
        )}
        <div className={classes.dialogEnd}>
          {before !== null && (
            <Button variant="subtle" onClick={saving.withdraw}>
              {t('set.withdraw')}
            </Button>
          )}
          <DialogActions onCancel={onClose} confirm={t('set.save')} loading={saving.busy} />
        </div>
      </form>
    </Dialog>
  )
}

interface Draft {
  verdict: Verdict
  score: number | null
  summary: string
  link: string
  /** In days, or never. */
  end: string
}

function ownWord(lookups: readonly Lookup[]): Lookup | null {
  const now = Date.now()
  return lookups.find((lookup) => lookup.source === ANALYST && !isExpired(lookup, now)) ?? null
}

function judgmentOf({ verdict, score, summary, link, end }: Draft, now: number): Judgment {
  const expiresAt = end === 'never' ? null : new Date(now + Number(end) * DAY).toISOString()
  return { verdict, score, summary, link: link.trim() === '' ? null : link, expiresAt }
}

interface FieldsProps {
  draft: Draft
  /** Why fields were rejected, by their names. */
  faults: Partial<Record<string, string>>
  set: (part: Partial<Draft>) => void
}

function VerdictFields({ draft, faults, set }: FieldsProps) {
  const { t } = useTranslation('observable')
  const words = useTranslation('verdicts').t
  return (
    <div className={classes.pair}>
      <Select
        label={t('set.verdict')}
        data={VERDICTS.map((value) => ({ value, label: words(`verdicts.${value}`) }))}
        value={draft.verdict}
        allowDeselect={false}
        data-autofocus
        onChange={(next) => set({ verdict: Verdict.safeParse(next).data ?? draft.verdict })}
      />
      <NumberInput
        label={t('set.score')}
        description={t('set.scoreHint')}
        error={faults['score']}
        min={0}
        max={100}
        allowDecimal={false}
        value={draft.score ?? ''}
        onChange={(next) => set({ score: typeof next === 'number' ? next : null })}
      />
    </div>
  )
}

function ReasonFields({ draft, faults, set }: FieldsProps) {
  const { t } = useTranslation('observable')
  return (
    <>
      <Textarea
        label={t('set.summary')}
        error={faults['summary']}
        autosize
        minRows={2}
        maxLength={500}
        value={draft.summary}
        onChange={(event) => set({ summary: event.currentTarget.value })}
      />
      <TextInput
        label={t('set.link')}
        error={faults['link']}
        type="url"
        placeholder="https://"
        value={draft.link}
        onChange={(event) => set({ link: event.currentTarget.value })}
      />
      <Select
        label={t('set.expires')}
        error={faults['expiresAt']}
        data={ENDS.map((value) => ({ value, label: t(`set.ends.${value}`) }))}
        value={draft.end}
        allowDeselect={false}
        onChange={(next) => set({ end: next ?? 'never' })}
      />
    </>
  )
}

function useSaving(one: SetVerdictProps['one'], onDone: () => void) {
  const { t } = useTranslation('observable')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const done = (title: string) => {
    refetchVerdicts(client, tenantId)
    toast({ kind: 'success', title })
    onDone()
  }
  const giving = useMutation({
    mutationFn: (judgment: Judgment) => giveVerdict(tenantId, one, judgment),
    onSuccess: () => done(t('set.saved')),
  })
  const taking = useMutation({
    mutationFn: () => takeVerdictBack(tenantId, one),
    onSuccess: () => done(t('set.withdrawn')),
    onError: (error) =>
      toast({ kind: 'error', title: t('set.withdrawFailed'), text: describeError(error).text }),
  })
  const faults = fieldFaults(giving.error, ['score', 'summary', 'link', 'expiresAt'])
  const isAtField = Object.keys(faults).length > 0 && !('' in faults)
  return {
    faults,
    give: giving.mutate,
    withdraw: () => taking.mutate(),
    busy: giving.isPending || taking.isPending,
    failure: giving.isError && !isAtField ? `${t('set.failed')}. ${describeError(giving.error).text}` : null,
  }
}
