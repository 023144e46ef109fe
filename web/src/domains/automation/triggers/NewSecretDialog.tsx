import { Select, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../data/api-error.ts'
import { describeError } from '../../../data/describe-error.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import automation from '../shared/Automation.module.css'
import { renewSecret } from './triggers.queries.ts'

const KEEP = { none: 0, hour: 1, day: 24, week: 168 } as const

interface NewSecretProps {
  triggerId: string
  onDone: (made: { secret: string; oldUntil: string | null }) => void
  onClose: () => void
}

/** The old secret can stay valid until the sender has the new one. */
export function NewSecretDialog({ triggerId, onDone, onClose }: NewSecretProps) {
  const { t } = useTranslation('automation')
  const { tenantId } = useTenantScope()
  const [keep, setKeep] = useState<keyof typeof KEEP>('day')
  const [own, setOwn] = useState('')
  const secret = own.trim()
  const command = { keepOldHours: KEEP[keep], ...(secret === '' ? {} : { secret }) }
  const making = useMutation({
    mutationFn: () => renewSecret(tenantId, triggerId, command),
    onSuccess: onDone,
  })
  const issues = making.error instanceof ApiError ? making.error.issues : []
  const issue = issues.find(({ path }) => path.at(-1) === 'secret')
  const failure = making.isError ? describeError(making.error) : null
  return (
    <Dialog onClose={onClose} title={t('hook.renewTitle')} size={440}>
      <form
        className={automation.dialogFacts}
        onSubmit={(event) => {
          event.preventDefault()
          if (!making.isPending) making.mutate()
        }}
      >
        <p>{t('hook.renewText')}</p>
        {issue === undefined && <ErrorSummary message={failure?.text} requestId={failure?.requestId} />}
        <TextInput
          label={t('hook.renewOwn')}
          description={t('hook.renewOwnHint')}
          value={own}
          autoComplete="off"
          spellCheck={false}
          error={issue?.message}
          onChange={(event) => setOwn(event.currentTarget.value)}
        />
        <Select
          label={t('hook.renewOld')}
          data={WORDS.map((value) => ({ value, label: t(`hook.renewKeep.${value}`) }))}
          value={keep}
          allowDeselect={false}
          onChange={(value) => setKeep(WORDS.find((word) => word === value) ?? 'day')}
        />
        <DialogActions onCancel={onClose} confirm={t('hook.renew')} loading={making.isPending} />
      </form>
    </Dialog>
  )
}

const WORDS = ['none', 'hour', 'day', 'week'] as const
