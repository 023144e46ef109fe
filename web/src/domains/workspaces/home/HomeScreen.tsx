import type { HomePageView, HomeWidget } from '@caseloom/contract/workspaces/home-pages'
import { MAX_HOME_WIDGETS } from '@caseloom/contract/workspaces/home-pages'
import { Button } from '@mantine/core'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLiveStatus } from '../../../data/live-status.ts'
import { DraftConflictDialog } from '../../../ui/draft/DraftConflictDialog.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { Content, PageBar, PageFrame, StatusBar } from '../../../ui/frame/Frame.tsx'
import { LiveState } from '../../../ui/LiveState.tsx'
import { UnsavedGuard } from '../../../ui/UnsavedGuard.tsx'
import { type HomeDraft, movedHomeWidget, sizedHomeWidget, withHomeWidget } from './home-draft.ts'
import { HomeDialogs, NewHomePage } from './HomeDialogs.tsx'
import { HomeGrid } from './HomeGrid.tsx'
import { type HomeDialog, HomeMenu } from './HomeMenu.tsx'
import { HomeWidgetDialog } from './HomeWidgetDialog.tsx'
import type { HomeActions } from './HomeWidgetTools.tsx'
import { type EditedHome, useHomeDraft } from './useHomeDraft.ts'

interface HomeScreenProps {
  page: HomePageView
  title: string
}

/** A home page of the tenant, shown and edited. */
export function HomeScreen({ page, title }: HomeScreenProps) {
  const { t } = useTranslation('home')
  const edited = useHomeDraft(page)
  const live = useLiveStatus()
  const [widget, setWidget] = useState<HomeWidget | 'new' | null>(null)
  const shown = edited.draft ?? page
  return (
    <PageFrame>
      <PageBar
        title={title}
        actions={<HomeBar page={page} edited={edited} onAdd={() => setWidget('new')} />}
      />
      <HomeContent page={page} edited={edited} onEdit={setWidget} />
      <StatusBar end={<LiveState status={live} />}>{edited.draft !== null && t('pages.editing')}</StatusBar>
      {widget !== null && (
        <HomeWidgetDialog
          widget={widget === 'new' ? null : widget}
          widgets={shown.widgets}
          onDone={(done) => {
            edited.changeWidgets((all) => withHomeWidget(all, done))
            setWidget(null)
          }}
          onClose={() => setWidget(null)}
        />
      )}
      <UnsavedGuard when={edited.isDirty} />
      <HomeConflict edited={edited} />
    </PageFrame>
  )
}

interface HomeContentProps {
  page: HomePageView
  edited: EditedHome
  onEdit: (widget: HomeWidget) => void
}

function HomeContent({ page, edited, onEdit }: HomeContentProps) {
  const { t } = useTranslation('home')
  const { widgets } = edited.draft ?? page
  const actions: HomeActions = {
    edit: onEdit,
    remove: (id) => edited.changeWidgets((all) => all.filter((one) => one.id !== id)),
    move: (id, by) => edited.changeWidgets((all) => movedHomeWidget(all, id, by)),
    size: (id, by) => edited.changeWidgets((all) => sizedHomeWidget(all, id, by)),
  }
  const { failure } = edited
  return (
    <Content padding="page" fill="canvas">
      <ErrorSummary
        message={failure === null ? undefined : `${t('pages.saveFailed')}. ${failure.text}`}
        requestId={failure?.requestId}
      />
      {widgets.length === 0 ? (
        <EmptyState
          title={t('pages.noWidgets')}
          text={t(page.can.manage ? 'pages.noWidgetsText' : 'pages.noWidgetsRead')}
        />
      ) : (
        <HomeGrid widgets={widgets} actions={edited.draft === null ? undefined : actions} />
      )}
    </Content>
  )
}

interface HomeBarProps {
  page: HomePageView
  edited: EditedHome
  onAdd: () => void
}

function HomeBar({ page, edited, onAdd }: HomeBarProps) {
  const { t } = useTranslation('home')
  const [dialog, setDialog] = useState<HomeDialog | null>(null)
  const close = () => setDialog(null)
  const { draft } = edited
  return (
    <>
      {draft === null ? (
        <HomeMenu shownId={page.id} name={page.name} can={page.can} onDialog={setDialog} />
      ) : (
        <>
          <Button
            disabled={draft.widgets.length >= MAX_HOME_WIDGETS}
            leftSection={<IconPlus size={14} stroke={2} aria-hidden />}
            onClick={onAdd}
          >
            {t('pages.addWidget')}
          </Button>
          <Button onClick={edited.discard}>{t('pages.cancel')}</Button>
          <Button variant="filled" loading={edited.saving} onClick={() => edited.save()}>
            {t('pages.save')}
          </Button>
        </>
      )}
      {draft === null && page.can.manage && (
        <Button leftSection={<IconPencil size={14} stroke={1.7} aria-hidden />} onClick={edited.start}>
          {t('pages.edit')}
        </Button>
      )}
      {dialog === 'new' && <NewHomePage widgets={page.widgets} onClose={close} />}
      {dialog !== null && dialog !== 'new' && (
        <HomeDialogs page={page} edited={edited} dialog={dialog} onClose={close} />
      )}
    </>
  )
}

/** What two people changed differently, part by part. */
function HomeConflict({ edited }: { edited: EditedHome }) {
  const { t } = useTranslation('home')
  // The parts are the fields of a draft.
  const partOf = (part: string) => part as keyof HomeDraft
  const show = (of: HomeDraft, part: string): string => {
    const field = partOf(part)
    if (field === 'widgets')
      return of.widgets.map(({ title, kind }) => (title === '' ? t(`kinds.${kind}`) : title)).join(', ')
    if (field === 'sharing')
      return t(of.sharing === null ? 'pages.everyone' : 'pages.grants', { count: of.sharing?.length ?? 0 })
    return field === 'defaultFor' ? t('pages.roles', { count: of.defaultFor.length }) : of.name
  }
  return (
    <DraftConflictDialog
      saving={edited.saved}
      labelOf={(part) => t(`pages.parts.${partOf(part)}`)}
      show={show}
      onResolve={edited.resolve}
    />
  )
}
