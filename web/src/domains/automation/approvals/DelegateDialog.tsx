import type { ApprovalView } from '@caseloom/contract/automation/approvals'
import { Select } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldFaults } from '../../../data/api-error.ts'
import { describeError } from '../../../data/describe-error.ts'
import { keys } from '../../../data/keys.ts'
import { usePeople } from '../../../data/people.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { toast } from '../../../ui/toast.tsx'
import classes from './People.module.css'
import { sendDelegation } from '../shared/people.queries.ts'

/** Delegates the response; ineligible people are shown immediately. */
export function DelegateDialog({ one, onClose }: { one: ApprovalView; onClose: () => void }) {
  const { t } = useTranslation('people')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const people = usePeople()
  const [person, setPerson] = useState<string | null>(null)
  const mutation = useMutation({
    mutationFn: (userId: string) => sendDelegation(tenantId, one.id, userId),
    onSuccess: (after, userId) => {
      client.setQueryData(keys.one(tenantId, 'approvals', one.id), after)
      void client.invalidateQueries({ queryKey: keys.kind(tenantId, 'approvals') })
      toast({ kind: 'success', title: t('delegate.done', { name: people.name(userId) ?? '' }) })
      onClose()
    },
  })
  const { userId: fault } = fieldFaults(mutation.error, ['userId'])
  const failure = mutation.isError && fault === undefined ? describeError(mutation.error) : null
  return (
    <Dialog onClose={onClose} title={t('delegate.title')} size={440}>
      <form
        className={classes.head}
        onSubmit={(event) => {
          event.preventDefault()
          if (person !== null && !mutation.isPending) mutation.mutate(person)
        }}
      >
        <p className={classes.quiet}>{t('delegate.text')}</p>
        <ErrorSummary message={failure?.text} requestId={failure?.requestId} />
        <Select
          label={t('delegate.person')}
          data={people.all
            .filter((each) => each.active && each.id !== people.me)
            .map((each) => ({ value: each.id, label: each.name }))}
          value={person}
          onChange={setPerson}
          searchable
          error={fault}
          data-autofocus
        />
        <DialogActions
          onCancel={onClose}
          confirm={t('delegate.confirm')}
          loading={mutation.isPending}
          disabled={person === null}
          apart
        />
      </form>
    </Dialog>
  )
}
