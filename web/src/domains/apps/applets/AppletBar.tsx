import type { AppletUse } from '@caseloom/contract/apps/applets'
import { ActionIcon, Button, Menu, SegmentedControl } from '@mantine/core'
import { IconDots, IconHistory } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { Chip, Tag } from '../../../ui/Chip.tsx'
import { PageBar } from '../../../ui/frame/Frame.tsx'
import { DiscardDialog, PublishButton, UndoRedo } from '../builder/BarParts.tsx'
import classes from '../builder/Builder.module.css'
import bar from '../builder/BuilderBar.module.css'
import type { EditedApp } from '../draft/useAppDraft.ts'
import { APPLET_PARTS, type AppletPart } from './applet-parts.ts'
import { DeleteAppletDialog } from './DeleteAppletDialog.tsx'

interface AppletBarProps {
  edited: EditedApp
  part: AppletPart
  onPart: (part: AppletPart) => void
  /** Undefined while they are loading. */
  uses: { items: readonly AppletUse[]; others: number } | undefined
  errors: number
  onPublish: () => void
  onVersions: () => void
}

export function AppletBar(props: AppletBarProps) {
  const { edited, part, onPart, uses, errors, onPublish, onVersions } = props
  const { t } = useTranslation('applets')
  const { t: app } = useTranslation('apps')
  const { base, draft, changes } = edited
  const { revision } = base
  const count = (uses?.items.length ?? 0) + (uses?.others ?? 0)
  return (
    <PageBar
      title={draft.name}
      beside={
        <span className={classes.state}>
          <Tag>{t('applet')}</Tag>
          {changes > 0 && <Chip hue="amber">{app('builder.draft')}</Chip>}
          <span className={classes.changes}>
            {changes > 0 ? t('builder.changes', { count: changes, revision }) : t('version', { revision })}
          </span>
        </span>
      }
      parts={
        <SegmentedControl
          aria-label={t('builder.parts')}
          data={APPLET_PARTS.map((one) => ({ value: one, label: t(`parts.${one}`, { count }) }))}
          value={part}
          onChange={(next) => onPart(APPLET_PARTS.find((one) => one === next) ?? 'layout')}
        />
      }
      actions={
        <>
          <UndoRedo edited={edited} />
          <Button
            className={bar.revisions ?? ''}
            title={t('builder.versions')}
            leftSection={<IconHistory size={14} stroke={1.7} aria-hidden />}
            onClick={onVersions}
          >
            {t('builder.versions')}
          </Button>
          <More edited={edited} />
          <PublishButton
            edited={edited}
            errors={errors}
            onPublish={onPublish}
            label={t('builder.publish', { revision: revision + 1 })}
          />
        </>
      }
    />
  )
}

function More({ edited }: { edited: EditedApp }) {
  const { t } = useTranslation('applets')
  const { t: app } = useTranslation('apps')
  const scope = useTenantScope()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<'discard' | 'delete' | null>(null)
  const close = () => setAsked(null)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={app('builder.more')}>
            <IconDots size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item disabled={edited.changes === 0} onClick={() => setAsked('discard')}>
            {app('builder.discard')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item color="red" onClick={() => setAsked('delete')}>
            {t('delete.action')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asked === 'discard' && <DiscardDialog edited={edited} onClose={close} />}
      {asked === 'delete' && (
        <DeleteAppletDialog
          applet={edited.base}
          onDone={() => void navigate({ to: paths.applets(scope) })}
          onClose={close}
        />
      )}
    </>
  )
}
