import { ActionIcon, Button, Menu, SegmentedControl } from '@mantine/core'
import { IconDots, IconHistory } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { Chip } from '../../../ui/Chip.tsx'
import { PageBar } from '../../../ui/frame/Frame.tsx'
import { AppCommands, useAppCommands } from '../setup/AppCommands.tsx'
import classes from './Builder.module.css'
import bar from './BuilderBar.module.css'
import { DiscardDialog, PublishButton, UndoRedo } from './BarParts.tsx'
import type { BuilderView } from '../draft/builder-types.ts'
import type { EditedApp } from '../draft/useAppDraft.ts'

interface BuilderBarProps {
  edited: EditedApp
  view: BuilderView
  onView: (view: BuilderView) => void
  onRevisions: () => void
  /** Problems of the workflow that publishing would refuse. */
  errors: number
  onPublish: () => void
}

const VIEWS: readonly BuilderView[] = ['layout', 'workflow', 'records', 'rights', 'settings']

export function BuilderBar({ edited, view, onView, onRevisions, errors, onPublish }: BuilderBarProps) {
  const { t } = useTranslation('apps')
  const scope = useTenantScope()
  const navigate = useNavigate()
  const [isDiscarding, setIsDiscarding] = useState(false)
  const commands = useAppCommands()
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
        parts={
          <SegmentedControl
            aria-label={t('builder.view')}
            data={VIEWS.map((one) => ({ value: one, label: t(`builder.views.${one}`) }))}
            value={view}
            onChange={(next) => onView(VIEWS.find((one) => one === next) ?? 'layout')}
          />
        }
        actions={
          <>
            <UndoRedo edited={edited} />
            <Button
              className={bar.revisions ?? ''}
              title={t('builder.revisions')}
              leftSection={<IconHistory size={14} stroke={1.7} aria-hidden />}
              onClick={onRevisions}
            >
              {t('builder.revisions')}
            </Button>
            <PublishButton {...{ edited, errors, onPublish }} label={t('builder.publish')} />
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
                <Menu.Item onClick={() => commands.begin('copy')}>{t('copy.action')}</Menu.Item>
                {base.archived !== true && (
                  <Menu.Item onClick={() => commands.begin('archive')}>{t('archive.action')}</Menu.Item>
                )}
                <Menu.Item color="red" onClick={() => commands.begin('delete')}>
                  {t('delete.action')}
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </>
        }
      />
      <AppCommands
        app={base}
        commands={commands}
        onGone={() => void navigate({ to: paths.apps(scope) })}
        onCopied={(copy) => void navigate({ to: paths.appBuilder(scope, copy.id) })}
      />
      {isDiscarding && <DiscardDialog edited={edited} onClose={() => setIsDiscarding(false)} />}
    </>
  )
}
