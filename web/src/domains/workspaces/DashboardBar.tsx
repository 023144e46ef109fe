import type { DashboardView, TimeRange, WorkspaceView } from '@caseloom/contract/workspaces/workspaces'
import { ActionIcon, Button, Select } from '@mantine/core'
import { IconPencil, IconPlus, IconRefresh, IconShare } from '@tabler/icons-react'
import { useIsFetching, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { keys } from '../../data/keys.ts'
import { useTenantScope } from '../../data/scope.tsx'
import type { Draft } from './dashboard-draft.ts'
import { type DashboardDialog, DashboardDialogs } from './DashboardDialogs.tsx'
import { DashboardMenu } from './DashboardMenu.tsx'
import { RANGES } from './range-search.ts'
import type { useDraft } from './useDraft.ts'

type Edited = ReturnType<typeof useDraft>

export interface DashboardBarProps {
  dashboard: DashboardView
  workspace: WorkspaceView | undefined
  onFullScreen: (() => void) | undefined
  edited: Edited
  range: TimeRange
  onRange: (range: TimeRange) => void
  onAdd: () => void
  onClosePanel: () => void
}

/** What can be done with a dashboard, and with its draft while it is edited. */
export function DashboardBar(props: DashboardBarProps) {
  const { dashboard, workspace, edited, range, onRange, onAdd, onClosePanel, onFullScreen } = props
  const { t } = useTranslation('workspaces')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const [dialog, setDialog] = useState<DashboardDialog>(null)
  const isBusy = useIsFetching({ queryKey: keys.kind(tenantId, 'widgets') }) > 0
  const { draft } = edited
  return (
    <>
      <RangeSelect range={range} onRange={onRange} draft={draft} edited={edited} />
      <RefreshButton isBusy={isBusy} client={client} tenantId={tenantId} />
      {dashboard.can.manage && (
        <>
          {draft === null && <ReadingButtons onShare={() => setDialog('share')} onEdit={edited.start} />}
          <Button leftSection={<IconPlus size={14} stroke={2} aria-hidden />} onClick={onAdd}>
            {t('dashboards.addWidget')}
          </Button>
          {draft !== null && (
            <>
              <DiscardButton edited={edited} onClosePanel={onClosePanel} />
              <Button variant="filled" loading={edited.saving} onClick={() => edited.save()}>
                {t('save')}
              </Button>
            </>
          )}
        </>
      )}
      <DashboardMenu
        dashboard={dashboard}
        workspace={workspace}
        onFullScreen={onFullScreen}
        onRename={() => setDialog('rename')}
        onDelete={() => setDialog('delete')}
      />
      <DashboardDialogs
        dashboard={dashboard}
        edited={edited}
        dialog={dialog}
        onClose={() => setDialog(null)}
      />
    </>
  )
}

function ReadingButtons({ onShare, onEdit }: { onShare: () => void; onEdit: () => void }) {
  const { t } = useTranslation('workspaces')
  return (
    <>
      <Button leftSection={<IconShare size={14} stroke={1.7} aria-hidden />} onClick={onShare}>
        {t('share')}
      </Button>
      <Button leftSection={<IconPencil size={14} stroke={1.7} aria-hidden />} onClick={onEdit}>
        {t('edit')}
      </Button>
    </>
  )
}

interface RangeSelectProps {
  range: TimeRange
  onRange: (range: TimeRange) => void
  draft: Draft | null
  edited: Edited
}

function RangeSelect({ range, onRange, draft, edited }: RangeSelectProps) {
  const { t } = useTranslation('workspaces')
  return (
    <Select
      aria-label={t('dashboards.range')}
      w={136}
      data={RANGES.map((one) => ({ value: one, label: t(`ranges.${one}`) }))}
      value={range}
      onChange={(next) => {
        const chosen = RANGES.find((one) => one === next)
        if (chosen === undefined) return
        onRange(chosen)
        if (draft !== null) edited.change({ range: chosen })
      }}
    />
  )
}

interface RefreshButtonProps {
  isBusy: boolean
  client: QueryClient
  tenantId: string
}

function RefreshButton({ isBusy, client, tenantId }: RefreshButtonProps) {
  const { t } = useTranslation('workspaces')
  return (
    <ActionIcon
      aria-label={t('dashboards.refresh')}
      title={t('dashboards.refresh')}
      loading={isBusy}
      onClick={() => void client.invalidateQueries({ queryKey: keys.kind(tenantId, 'widgets') })}
    >
      <IconRefresh size={16} stroke={1.6} aria-hidden />
    </ActionIcon>
  )
}

function DiscardButton({ edited, onClosePanel }: { edited: Edited; onClosePanel: () => void }) {
  const { t } = useTranslation('workspaces')
  return (
    <Button
      onClick={() => {
        edited.discard()
        onClosePanel()
      }}
    >
      {t('cancel')}
    </Button>
  )
}
