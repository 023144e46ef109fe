import type { WarningListSummary } from '@caseloom/contract/records/warning-lists'
import { ActionIcon, Menu, Switch, VisuallyHidden } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useKindName } from '../../../ui/text/observable-kinds.ts'
import { describeError } from '../../../data/describe-error.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { formatCount } from '../../../ui/time.ts'
import { toast } from '../../../ui/toast.tsx'
import { ImportListDialog } from './ImportListDialog.tsx'
import { WarningListDialog } from './WarningListDialog.tsx'
import classes from './WarningLists.module.css'
import {
  downloadList,
  refreshLists,
  removeList,
  turnList,
  warningListQuery,
} from './warning-lists.queries.ts'

export function WarningListTable({ lists }: { lists: readonly WarningListSummary[] }) {
  const { t } = useTranslation('warning-lists')
  return (
    <section className={classes.scroll} aria-label={t('title')} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('on')}</th>
            <th scope="col">{t('name')}</th>
            <th scope="col">{t('types.label')}</th>
            <th scope="col">{t('form.kinds')}</th>
            <th scope="col" className={classes.count}>
              {t('entries')}
            </th>
            <th scope="col">
              <VisuallyHidden>{t('actions')}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {lists.map((list) => (
            <ListRow key={list.id} list={list} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

type Open = 'edit' | 'replace' | 'delete' | null

function ListRow({ list }: { list: WarningListSummary }) {
  const { t } = useTranslation('warning-lists')
  const kindName = useKindName()
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  return (
    <tr>
      <td>
        <ListSwitch list={list} />
      </td>
      <td className={classes.name}>
        <button type="button" className={classes.open} onClick={() => setOpen('edit')}>
          <bdi>{list.name}</bdi>
        </button>
        {list.description !== '' && <span className={classes.quiet}>{list.description}</span>}
        {list.builtIn && <span className={classes.quiet}>{t('builtIn')}</span>}
      </td>
      <td>{t(`types.${list.type}`)}</td>
      <td>{list.kinds.map(kindName).join(', ')}</td>
      <td className={classes.count}>{formatCount(list.entryCount)}</td>
      <td className={classes.end}>
        <ListMenu list={list} onOpen={setOpen} />
        {open === 'edit' && <LoadedDialog list={list} onClose={close} />}
        {open === 'replace' && <ImportListDialog list={list} onClose={close} />}
        {open === 'delete' && <DeleteList list={list} onClose={close} />}
      </td>
    </tr>
  )
}

function ListSwitch({ list }: { list: WarningListSummary }) {
  const { t } = useTranslation('warning-lists')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const turning = useMutation({
    mutationFn: (enabled: boolean) => turnList(tenantId, list, enabled),
    onSettled: () => refreshLists(client, tenantId),
    onError: (error) => toast({ kind: 'error', title: t('turnFailed'), text: describeError(error).text }),
  })
  const isOn = turning.isPending ? turning.variables : list.enabled
  return (
    <Switch
      size="xs"
      aria-label={t('onOf', { name: list.name })}
      checked={isOn}
      disabled={!list.can.turn || turning.isPending}
      onChange={(event) => turning.mutate(event.currentTarget.checked)}
    />
  )
}

function ListMenu({ list, onOpen }: { list: WarningListSummary; onOpen: (open: Open) => void }) {
  const { t } = useTranslation('warning-lists')
  const { tenantId } = useTenantScope()
  const exporting = useMutation({
    mutationFn: () => downloadList(tenantId, list),
    onError: (error) => toast({ kind: 'error', title: t('exportFailed'), text: describeError(error).text }),
  })
  const { can, name } = list
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size={24} aria-label={t('menu', { name })}>
          <IconDots size={16} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onOpen('edit')}>{t(can.edit ? 'edit' : 'view')}</Menu.Item>
        <Menu.Item disabled={exporting.isPending} onClick={() => exporting.mutate()}>
          {t('export')}
        </Menu.Item>
        {can.edit && <Menu.Item onClick={() => onOpen('replace')}>{t('replace')}</Menu.Item>}
        {can.delete && (
          <Menu.Item color="red" onClick={() => onOpen('delete')}>
            {t('delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

interface OfList {
  list: WarningListSummary
  onClose: () => void
}

/** The form opens with the list as it is now, and stays with that one. */
function LoadedDialog({ list, onClose }: OfList) {
  const { tenantId } = useTenantScope()
  const query = useQuery({ ...warningListQuery(tenantId, list.id), refetchOnWindowFocus: false })
  if (query.data !== undefined) return <WarningListDialog list={query.data} onClose={onClose} />
  return query.isError ? <LoadFailure error={query.error} onClose={onClose} /> : null
}

function LoadFailure({ error, onClose }: { error: unknown; onClose: () => void }) {
  const { t } = useTranslation('warning-lists')
  return (
    <Dialog onClose={onClose} title={t('failed')} size={440}>
      <ErrorSummary message={describeError(error).text} />
    </Dialog>
  )
}

function DeleteList({ list: { id, name }, onClose }: OfList) {
  const { t } = useTranslation('warning-lists')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  return (
    <ConfirmDialog
      title={t('deleteTitle', { name })}
      text={t('deleteText')}
      confirm={t('deleteConfirm', { name })}
      danger
      run={() => removeList(tenantId, id)}
      onDone={() => {
        refreshLists(client, tenantId)
        toast({ kind: 'success', title: t('deleted', { name }) })
        onClose()
      }}
      onClose={onClose}
      describe={describeError}
    />
  )
}
