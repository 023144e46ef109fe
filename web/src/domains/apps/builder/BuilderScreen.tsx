import type { AppView } from '@caseloom/contract/apps/apps'
import { useHotkeys } from '@mantine/hooks'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTenantScope } from '../../../data/scope.tsx'
import { Docked } from '../../../ui/admin/DockPanel.tsx'
import { Content, PageFrame, StatusBar } from '../../../ui/frame/Frame.tsx'
import classes from './Builder.module.css'
import bar from './BuilderBar.module.css'
import { ArchivedNotice } from '../setup/ArchivedNotice.tsx'
import { AppConflict } from './AppConflict.tsx'
import { AppRights } from './AppRights.tsx'
import { AppSettings } from './AppSettings.tsx'
import type { BuilderView, Selected } from '../draft/builder-types.ts'
import { BuilderBar } from './BuilderBar.tsx'
import { ChangeNotice } from './ChangeNotice.tsx'
import { DraftNotices } from './DraftNotices.tsx'
import { layoutLens } from '../draft/layout-lens.ts'
import { faultsOf } from '../draft/faults.ts'
import { FieldPalette } from './FieldPalette.tsx'
import { BuilderPanel } from './BuilderPanel.tsx'
import { LayoutBar } from './LayoutBar.tsx'
import { LayoutSheet } from './LayoutSheet.tsx'
import { PublishWarnings } from './PublishWarnings.tsx'
import { useAppDraft } from '../draft/useAppDraft.ts'
import { useFormEdits } from './useFormEdits.ts'
import { usePublishing } from './usePublishing.ts'

const WorkflowView = lazy(() =>
  import('../workflow/WorkflowView.tsx').then((module) => ({ default: module.WorkflowView })),
)

const CorrelationSection = lazy(() =>
  import('./CorrelationSection.tsx').then((module) => ({ default: module.CorrelationSection })),
)
const RecordSetup = lazy(() =>
  import('../setup/RecordSetup.tsx').then((module) => ({ default: module.RecordSetup })),
)

interface BuilderScreenProps {
  app: AppView
  /** The part that opens first. */
  first?: BuilderView
}

export function BuilderScreen({ app, first = 'layout' }: BuilderScreenProps) {
  const { t } = useTranslation('apps')
  const { tenantId, userId } = useTenantScope()
  const edited = useAppDraft({ tenantId, userId }, app)
  const [errors, setErrors] = useState(0)
  const [view, setView] = useState<BuilderView>(first)
  const [selected, setSelected] = useState<Selected>(null)
  const [tab, setTab] = useState<string | null>(null)
  const [layout, setLayout] = useState<string | null>(null)
  const isThere = edited.draft.layouts?.some(({ id }) => id === layout) === true
  const shown = isThere ? layout : null
  const lens = layoutLens(edited, shown)
  const edits = useFormEdits({ edited: lens, tab, onTab: setTab, onSelect: setSelected })
  const faults = faultsOf(edited.issues, edited.draft)
  const openField = (field: string) => {
    setView('layout')
    setSelected({ field })
  }
  const publishing = usePublishing(edited, {
    onWorkflow: () => setView('workflow'),
    onLayout: (id) => {
      setView('layout')
      setLayout(id)
      setSelected({ layout: id })
    },
    onField: openField,
  })
  useHotkeys(
    [
      ['mod+z', () => edited.undo?.()],
      ['mod+shift+z', () => edited.redo?.()],
      ['mod+s', () => errors === 0 && publishing.publish()],
    ],
    ['INPUT', 'TEXTAREA'],
  )
  const notices = (
    <>
      <DraftNotices edited={edited} faults={faults} />
      {app.archived === true && <ArchivedNotice app={app} />}
      <ChangeNotice app={app} />
    </>
  )
  return (
    <Docked
      panel={
        <BuilderPanel
          {...{ edited, lens, layout: shown, edits, faults, selected, onSelect: setSelected }}
          onLayout={setLayout}
        />
      }
    >
      <PageFrame>
        <BuilderBar
          edited={edited}
          view={view}
          onView={(next) => {
            setView(next)
            setSelected((shown) => (shown !== null && 'revisions' in shown ? shown : null))
          }}
          errors={errors}
          onPublish={publishing.publish}
          onRevisions={() => setSelected({ revisions: true })}
        />
        {view === 'workflow' ? (
          <>
            <div className={bar.notices}>{notices}</div>
            <div className={bar.workflow}>
              <Suspense fallback={null}>
                <WorkflowView edited={edited} onErrors={setErrors} />
              </Suspense>
            </div>
          </>
        ) : (
          <div className={classes.builder}>
            {view === 'layout' && <FieldPalette edited={lens} edits={edits} onSelect={setSelected} />}
            <Content padding="page" fill="canvas">
              <div className={bar.above}>{notices}</div>
              {view === 'layout' && (
                <LayoutBar
                  edited={edited}
                  layout={shown}
                  onLayout={setLayout}
                  selected={selected}
                  onSelect={setSelected}
                />
              )}
              {view === 'layout' && (
                <LayoutSheet
                  edited={lens}
                  edits={edits}
                  faults={faults}
                  tab={tab}
                  onTab={setTab}
                  selected={selected}
                  onSelect={setSelected}
                />
              )}
              {view === 'records' && (
                <Suspense fallback={null}>
                  <RecordSetup edited={edited} faults={faults} />
                  <CorrelationSection edited={edited} faults={faults} />
                </Suspense>
              )}
              {view === 'settings' && <AppSettings edited={edited} faults={faults} />}
              {view === 'rights' && <AppRights edited={edited} onField={openField} />}
            </Content>
          </div>
        )}
        <StatusBar end={edited.changes > 0 ? t('builder.saved') : undefined}>
          {view === 'workflow' ? t('builder.workflowHint') : view === 'layout' && t('sheet.moveHint')}
        </StatusBar>
        <AppConflict edited={edited} />
        <PublishWarnings publishing={publishing} />
      </PageFrame>
    </Docked>
  )
}
