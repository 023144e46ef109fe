import type { ReportView } from '@caseloom/contract/workspaces/reports'
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { SaveViewDialog } from './SaveViewDialog.tsx'
import { deleteView, dropView } from './views.queries.ts'

interface ViewMenuProps {
  view: ReportView
  onSaveAs: () => void
  onDeleted: () => void
}

export function ViewMenu({ view, onSaveAs, onDeleted }: ViewMenuProps) {
  const { t } = useTranslation('records')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const [open, setOpen] = useState<'rename' | 'delete' | null>(null)
  const maySave = view.can.manage && !view.narrowed
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={t('view.actions')}>
            <IconDots size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={onSaveAs}>{t('view.saveAs')}</Menu.Item>
          {maySave && <Menu.Item onClick={() => setOpen('rename')}>{t('view.change')}</Menu.Item>}
          {view.can.manage && (
            <Menu.Item color="red" onClick={() => setOpen('delete')}>
              {t('view.delete')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {open === 'rename' && (
        <SaveViewDialog
          view={view}
          appId={view.appId}
          state={null}
          onDone={() => setOpen(null)}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'delete' && (
        <DeleteView view={view} tenantId={tenantId} client={client} onDeleted={onDeleted} setOpen={setOpen} />
      )}
    </>
  )
}

interface DeleteViewProps {
  view: ReportView
  tenantId: string
  client: QueryClient
  onDeleted: () => void
  setOpen: (next: 'delete' | 'rename' | null) => void
}

function DeleteView({ view, tenantId, client, onDeleted, setOpen }: DeleteViewProps) {
  const { t } = useTranslation('records')
  return (
    <ConfirmDialog
      title={t('view.deleteTitle', { name: view.name })}
      text={t('view.deleteText')}
      confirm={t('view.deleteConfirm', { name: view.name })}
      danger
      describe={describeError}
      run={() => deleteView(tenantId, view.id)}
      onDone={() => {
        dropView(client, tenantId, view)
        onDeleted()
      }}
      onClose={() => setOpen(null)}
    />
  )
}
