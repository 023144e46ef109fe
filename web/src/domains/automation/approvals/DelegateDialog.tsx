import type { ApprovalView } from '@caseloom/contract/approvals'
import { Button, Modal, Select } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldFaults } from '../../../data/api-error.ts'
import { describeError } from '../../../data/describe-error.ts'
import { keys } from '../../../data/keys.ts'
import { usePeople } from '../../../data/people.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { toast } from '../../../ui/toast.tsx'
import classes from './People.module.css'
import { sendDelegation } from '../shared/people.queries.ts'

/** Delegates the response; ineligible people are shown immediately. */
export function DelegateDialog({ one, onClose }: { one: ApprovalView; onClose: () => void }) {
  const { t } = useTranslation('people')
  const { t: word } = useTranslation('ui')
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
    <Modal
      opened
      onClose={onClose}
      title={t('delegate.title')}
      size={440}
      closeButtonProps={{ 'aria-label': word('close') }}
    >
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
        <footer>
          <Button onClick={onClose}>{word('cancel')}</Button>
          <Button type="submit" variant="filled" disabled={person === null} loading={mutation.isPending}>
            {t('delegate.confirm')}
          </Button>
        </footer>
      </form>
    </Modal>
  )
}
