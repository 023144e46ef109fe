import type { Restriction } from '@caseloom/contract/records/record-rights'
import type { AppView } from '@caseloom/contract/apps/apps'
import type { RecordView } from '@caseloom/contract/records/records'
import { ActionIcon, Radio } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { keys } from '../../../data/keys.ts'
import { principalsQuery } from '../../../data/people.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { nameIn, NO_PRINCIPALS, principalFor } from '../../../ui/sharing/principals.ts'
import { PrincipalSelect } from '../../../ui/sharing/PrincipalSelect.tsx'
import list from '../../../ui/sharing/Sharing.module.css'
import { toast } from '../../../ui/toast.tsx'
import { RestrictPreview } from './RestrictPreview.tsx'
import classes from './Rights.module.css'
import { restrictionQuery, saveRestriction } from './rights.queries.ts'

type Named = NonNullable<Restriction['to']>[number]
interface RestrictDialogProps {
  app: AppView
  record: RecordView
  onClose: () => void
}

/** Opens when the current state is known. */
export function RestrictDialog({ app, record, onClose }: RestrictDialogProps) {
  const { t } = useTranslation('recordRights')
  const { tenantId } = useTenantScope()
  const query = useQuery(restrictionQuery({ tenantId, appId: app.id, recordId: record.id }))
  const failure = query.isError ? describeError(query.error) : null
  return (
    <Dialog onClose={onClose} title={t('restrict.title', { id: record.trackingId })} size={520}>
      <ErrorSummary message={failure?.text} requestId={failure?.requestId} />
      {query.data !== undefined && (
        <RestrictForm app={app} record={record} present={query.data.to} onClose={onClose} />
      )}
    </Dialog>
  )
}

interface RestrictFormProps extends RestrictDialogProps {
  present: Named[] | null
}

function RestrictForm({ app, record, present, onClose }: RestrictFormProps) {
  const { t } = useTranslation('recordRights')
  const { t: share } = useTranslation('sharing')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const place = { tenantId, appId: app.id, recordId: record.id }
  const principals = useQuery(principalsQuery(tenantId))
  const names = principals.data ?? NO_PRINCIPALS
  const [isOpen, setIsOpen] = useState(present === null)
  const [chosen, setChosen] = useState<readonly Named[]>(present ?? [])
  const [missing, setMissing] = useState(false)
  const mutation = useMutation({
    mutationFn: () =>
      saveRestriction(place, isOpen ? null : chosen.map(({ id, kind }) => principalFor(id, kind))),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: keys.one(tenantId, 'records', record.id) })
      void client.invalidateQueries({ queryKey: keys.list(tenantId, 'records', app.id) })
      toast({ kind: 'success', title: t('restrict.saved') })
      onClose()
    },
  })
  const failure = mutation.isError ? describeError(mutation.error) : null
  const save = () => {
    setMissing(!isOpen && chosen.length === 0)
    if (isOpen || chosen.length > 0) mutation.mutate()
  }
  return (
    <div className={classes.form}>
      <ErrorSummary message={failure?.text} requestId={failure?.requestId} />
      <Radio.Group
        label={t('restrict.who')}
        value={isOpen ? 'open' : 'chosen'}
        onChange={(value) => setIsOpen(value === 'open')}
      >
        <div className={classes.choices}>
          <Radio value="open" label={t('restrict.open', { app: app.name })} />
          <Radio value="chosen" label={t('restrict.chosen')} />
        </div>
      </Radio.Group>
      {!isOpen && (
        <>
          <PrincipalSelect
            principals={names}
            taken={chosen.map(({ id }) => id)}
            failed={principals.isError}
            onAdd={(id, kind) => setChosen([...chosen, { id, kind, name: nameIn(id, names) ?? id }])}
          />
          {missing && chosen.length === 0 && <ErrorSummary message={t('restrict.none')} />}
          <ul className={list.list}>
            {chosen.map(({ id, kind, name }) => (
              <li key={id} className={list.principal}>
                <span>{name}</span>
                <span className={list.kind}>{share(kind)}</span>
                <ActionIcon
                  aria-label={share('remove', { name })}
                  onClick={() => setChosen(chosen.filter((one) => one.id !== id))}
                >
                  <IconX size={16} stroke={1.6} aria-hidden />
                </ActionIcon>
              </li>
            ))}
          </ul>
        </>
      )}
      <RestrictPreview place={place} to={isOpen ? null : chosen.map(({ id }) => id)} />
      <DialogActions
        onCancel={onClose}
        confirm={t('restrict.done')}
        onConfirm={save}
        loading={mutation.isPending}
      />
    </div>
  )
}
