import type { AppletView, listAppletUses } from '@caseloom/contract/apps/applets'
import type { RouteReply } from '@caseloom/contract/kernel/route'
import { useHotkeys } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTenantScope } from '../../../data/scope.tsx'
import { Docked } from '../../../ui/admin/DockPanel.tsx'
import { Content, PageFrame, StatusBar } from '../../../ui/frame/Frame.tsx'
import { AppConflict } from '../builder/AppConflict.tsx'
import classes from '../builder/Builder.module.css'
import bar from '../builder/BuilderBar.module.css'
import { DraftNotices } from '../builder/DraftNotices.tsx'
import { FieldPalette } from '../builder/FieldPalette.tsx'
import { PublishWarnings } from '../builder/PublishWarnings.tsx'
import { useFormEdits } from '../builder/useFormEdits.ts'
import { type Publishing, usePublishing } from '../builder/usePublishing.ts'
import type { Selected, SheetProps } from '../draft/builder-types.ts'
import { faultsOf } from '../draft/faults.ts'
import { type EditedApp, useDraft } from '../draft/useAppDraft.ts'
import { usesQuery } from '../model/applets.queries.ts'
import { appletAsApp } from './applet-as-app.ts'
import { appletSource } from './applet-source.ts'
import type { AppletPart } from './applet-parts.ts'
import { AppletBar } from './AppletBar.tsx'
import { AppletPanel } from './AppletPanel.tsx'
import { AppletSettings } from './AppletSettings.tsx'
import { AppletSheet } from './AppletSheet.tsx'
import { UsedIn } from './UsedIn.tsx'

const WorkflowView = lazy(() =>
  import('../workflow/WorkflowView.tsx').then((module) => ({ default: module.WorkflowView })),
)

/** The app builder with one section on the sheet. */
export function AppletScreen({ applet, first }: { applet: AppletView; first: AppletPart }) {
  const { t } = useTranslation('applets')
  const { t: app } = useTranslation('apps')
  const { tenantId } = useTenantScope()
  const edited = useAppletEdits(applet)
  const uses = useQuery(usesQuery(tenantId, applet.id)).data
  const [errors, setErrors] = useState(0)
  const { part, show, selected, setSelected, showVersions } = usePart(first)
  const edits = useFormEdits({ edited, tab: null, onTab: () => undefined, onSelect: setSelected })
  const faults = faultsOf(edited.issues, edited.draft)
  const publishing = usePublishingKeys(edited, errors, show)
  const notices = <DraftNotices edited={edited} faults={faults} />
  const shared = { edited, edits, faults, selected, onSelect: setSelected }
  return (
    <Docked
      panel={
        hasPanel(part) && <AppletPanel {...shared} uses={uses?.items ?? []} onUsed={() => show('used')} />
      }
    >
      <PageFrame>
        <AppletBar
          edited={edited}
          part={part}
          onPart={show}
          uses={uses}
          errors={errors}
          onPublish={publishing.publish}
          onVersions={showVersions}
        />
        {part === 'workflow' ? (
          <WorkflowPart edited={edited} onErrors={setErrors}>
            {notices}
          </WorkflowPart>
        ) : (
          <Parts {...shared} applet={applet} part={part} onPart={show} uses={uses}>
            {notices}
          </Parts>
        )}
        <StatusBar end={edited.changes > 0 ? app('builder.saved') : undefined}>
          {part === 'workflow' ? app('builder.workflowHint') : part === 'layout' && t('builder.moveHint')}
        </StatusBar>
        <AppConflict edited={edited} />
        <PublishWarnings publishing={publishing} />
      </PageFrame>
    </Docked>
  )
}

function hasPanel(part: AppletPart): boolean {
  return part === 'layout' || part === 'workflow'
}

/** Another part closes the panel of what was selected; the versions stay. */
function usePart(first: AppletPart) {
  const [part, setPart] = useState<AppletPart>(first)
  const [selected, setSelected] = useState<Selected>(null)
  return {
    part,
    show: (next: AppletPart) => {
      setPart(next)
      setSelected((shown) => (shown !== null && 'revisions' in shown ? shown : null))
    },
    selected,
    setSelected,
    showVersions: () => {
      if (!hasPanel(part)) setPart('layout')
      setSelected({ revisions: true })
    },
  }
}

interface WorkflowPartProps {
  edited: EditedApp
  onErrors: (count: number) => void
  children: ReactNode
}

function WorkflowPart({ edited, onErrors, children }: WorkflowPartProps) {
  return (
    <>
      <div className={bar.notices}>{children}</div>
      <div className={bar.workflow}>
        <Suspense fallback={null}>
          <WorkflowView edited={edited} onErrors={onErrors} />
        </Suspense>
      </div>
    </>
  )
}

interface PartsProps extends SheetProps {
  applet: AppletView
  part: AppletPart
  onPart: (part: AppletPart) => void
  uses: RouteReply<typeof listAppletUses> | undefined
  children: ReactNode
}

/** The parts besides the workflow. */
function Parts({ applet, part, onPart, uses, children, ...shared }: PartsProps) {
  const { edited, edits, faults, onSelect } = shared
  return (
    <div className={classes.builder}>
      {part === 'layout' && <FieldPalette edited={edited} edits={edits} onSelect={onSelect} />}
      <Content padding="page" fill="canvas">
        <div className={bar.above}>{children}</div>
        {part === 'layout' && (
          <AppletSheet {...shared} uses={uses?.items ?? []} onWorkflow={() => onPart('workflow')} />
        )}
        {part === 'used' && <UsedIn applet={applet} uses={uses} />}
        {part === 'settings' && <AppletSettings edited={edited} faults={faults} />}
      </Content>
    </div>
  )
}

function useAppletEdits(applet: AppletView): EditedApp {
  const { tenantId, userId } = useTenantScope()
  const client = useQueryClient()
  const source = useMemo(
    () => appletSource(client, { tenantId, userId }, applet.id),
    [client, tenantId, userId, applet.id],
  )
  const base = useMemo(() => appletAsApp(applet), [applet])
  return useDraft(source, base)
}

/** Publishing, also by its key, and the keys of undo and redo. */
function usePublishingKeys(edited: EditedApp, errors: number, show: (part: AppletPart) => void): Publishing {
  const publishing = usePublishing(edited, {
    onWorkflow: () => show('workflow'),
    onLayout: () => show('layout'),
    onField: () => show('layout'),
  })
  useHotkeys(
    [
      ['mod+z', () => edited.undo?.()],
      ['mod+shift+z', () => edited.redo?.()],
      ['mod+s', () => errors === 0 && publishing.publish()],
    ],
    ['INPUT', 'TEXTAREA'],
  )
  return publishing
}
