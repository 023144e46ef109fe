import { ActionIcon, Button, Menu, SegmentedControl } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp, IconDots, IconHistory } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { ConfirmDialog } from '../../../ui/admin/ConfirmDialog.tsx'
import { Chip } from '../../../ui/Chip.tsx'
import { PageBar } from '../../../ui/frame/Frame.tsx'
import { DeleteAppDialog } from '../model/DeleteAppDialog.tsx'
import classes from './Builder.module.css'
import bar from './BuilderBar.module.css'
import type { BuilderView } from '../draft/builder-types.ts'
import type { EditedApp } from '../draft/useAppDraft.ts'

interface BuilderBarProps {
  edited: EditedApp
  view: BuilderView
  onView: (view: BuilderView) => void
  onRevisions: () => void
  /** Problems of the workflow that publishing would refuse. */
  errors: number
}

const VIEWS: readonly BuilderView[] = ['layout', 'workflow', 'records', 'rights', 'settings']

export function BuilderBar({ edited, view, onView, onRevisions, errors }: BuilderBarProps) {
  const { t } = useTranslation('apps')
  const scope = useTenantScope()
  const navigate = useNavigate()
  const [isDiscarding, setIsDiscarding] = useState(false)
  const [isDeleting, setIsDeleting] = useState(false)
  const { base, draft, changes } = edited
  const revision = base.revision
  return (
    <>
      <PageBar
        title={draft.name}
        beside={
          <span className={classes.state}>
            <code className={classes.acronym}>{base.acronym}</code>
            {changes > 0 && <Chip hue="amber">{t('builder.draft')}</Chip>}
            <span className={classes.changes}>
              {changes > 0
                ? t('builder.changes', { count: changes, revision })
                : t('builder.unchanged', { revision })}
            </span>
          </span>
        }
        actions={
          <>
            <SegmentedControl
              aria-label={t('builder.view')}
              data={VIEWS.map((one) => ({ value: one, label: t(`builder.views.${one}`) }))}
              value={view}
              onChange={(next) => onView(VIEWS.find((one) => one === next) ?? 'layout')}
            />
            <ActionIcon
              aria-label={t('builder.undo')}
              title={t('builder.undo')}
              disabled={edited.undo === null}
              onClick={() => edited.undo?.()}
            >
              <IconArrowBackUp size={16} stroke={1.6} aria-hidden />
            </ActionIcon>
            <ActionIcon
              aria-label={t('builder.redo')}
              title={t('builder.redo')}
              disabled={edited.redo === null}
              onClick={() => edited.redo?.()}
            >
              <IconArrowForwardUp size={16} stroke={1.6} aria-hidden />
            </ActionIcon>
            <Button
              className={bar.revisions ?? ''}
              title={t('builder.revisions')}
              leftSection={<IconHistory size={14} stroke={1.7} aria-hidden />}
              onClick={onRevisions}
            >
              {t('builder.revisions')}
            </Button>
            <PublishButton edited={edited} errors={errors} />
            <Menu position="bottom-end">
              <Menu.Target>
                <ActionIcon aria-label={t('builder.more')}>
                  <IconDots size={16} stroke={1.6} aria-hidden />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item component={Link} to={paths.recordList(scope, base.id)}>
                  {t('builder.openRecords')}
                </Menu.Item>
                <Menu.Item disabled={changes === 0} onClick={() => setIsDiscarding(true)}>
                  {t('builder.discard')}
                </Menu.Item>
                <Menu.Divider />
                <Menu.Item color="red" onClick={() => setIsDeleting(true)}>
                  {t('delete.action')}
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </>
        }
      />
      {isDeleting && (
        <DeleteAppDialog
          app={base}
          onDone={() => void navigate({ to: paths.apps(scope) })}
          onClose={() => setIsDeleting(false)}
        />
      )}
      {isDiscarding && (
        <ConfirmDialog
          danger
          title={t('builder.discardTitle', { name: draft.name })}
          text={t('builder.discardText', { revision })}
          confirm={t('builder.discard')}
          run={async () => edited.discard()}
          onDone={() => setIsDiscarding(false)}
          onClose={() => setIsDiscarding(false)}
          describe={describeError}
        />
      )}
    </>
  )
}

/** While the workflow has errors, the button leads to the first of them. */
function PublishButton({ edited, errors }: Pick<BuilderBarProps, 'edited' | 'errors'>) {
  const { t } = useTranslation('apps')
  const isBlocked = errors > 0
  return (
    <Button
      variant="filled"
      loading={edited.publishing}
      disabled={edited.changes === 0}
      {...(isBlocked ? { 'aria-disabled': true, 'data-disabled': true } : {})}
      onClick={() => (isBlocked ? focusFirstProblem() : edited.publish())}
    >
      {isBlocked ? t('builder.publishBlocked', { count: errors }) : t('builder.publish')}
    </Button>
  )
}

function focusFirstProblem(): void {
  document.querySelector<HTMLElement>('[data-problem-line]')?.focus()
}
