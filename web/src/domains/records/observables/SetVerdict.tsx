import type { ObservableView } from '@caseloom/contract/records/observable-lookups'
import { ANALYST, isExpired, Verdict, VERDICTS } from '@caseloom/contract/values/verdict'
import { Button, NumberInput, Select, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
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
  const words = useTranslation('verdicts').t
  const now = Date.now()
  const before = one.lookups.find((lookup) => lookup.source === ANALYST && !isExpired(lookup, now))
  const [verdict, setVerdict] = useState<Verdict>(before?.verdict ?? 'malicious')
  const [score, setScore] = useState<number | null>(before?.score ?? null)
  const [summary, setSummary] = useState(before?.summary ?? '')
  const [link, setLink] = useState(before?.link ?? '')
  const [end, setEnd] = useState<string>('never')
  const saving = useSaving(one, onClose)
  const submit = () => {
    const expiresAt = end === 'never' ? null : new Date(Date.now() + Number(end) * DAY).toISOString()
    saving.give({ verdict, score, summary, link: link.trim() === '' ? null : link, expiresAt })
  }
  return (
    <Dialog title={t('set.title')} onClose={onClose} size={480}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <p className={classes.quiet}>{t('set.text')}</p>
        <div className={classes.pair}>
          <Select
            label={t('set.verdict')}
            data={VERDICTS.map((value) => ({ value, label: words(value) }))}
            value={verdict}
            allowDeselect={false}
            data-autofocus
            onChange={(next) => setVerdict(Verdict.safeParse(next).data ?? verdict)}
          />
          <NumberInput
            label={t('set.score')}
            description={t('set.scoreHint')}
            min={0}
            max={100}
            allowDecimal={false}
            value={score ?? ''}
            onChange={(next) => setScore(typeof next === 'number' ? next : null)}
          />
        </div>
        <Textarea
          label={t('set.summary')}
          autosize
          minRows={2}
          maxLength={500}
          value={summary}
          onChange={(event) => setSummary(event.currentTarget.value)}
        />
        <TextInput
          label={t('set.link')}
          type="url"
          placeholder="https://"
          value={link}
          onChange={(event) => setLink(event.currentTarget.value)}
        />
        <Select
          label={t('set.expires')}
          data={ENDS.map((value) => ({ value, label: t(`set.ends.${value}`) }))}
          value={end}
          allowDeselect={false}
          onChange={(next) => setEnd(next ?? 'never')}
        />
        {saving.failure !== null && (
          <p role="alert" className={classes.failure}>
            {saving.failure}
          </p>
        )}
        <div className={classes.dialogEnd}>
          {before !== undefined && (
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
  return {
    give: giving.mutate,
    withdraw: () => taking.mutate(),
    busy: giving.isPending || taking.isPending,
    failure: giving.isError ? `${t('set.failed')}. ${describeError(giving.error).text}` : null,
  }
}
