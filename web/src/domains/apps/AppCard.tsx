import { MAX_BROUGHT_IMAGES } from '@caseloom/contract/apps/app-images'
import type { AppView } from '@caseloom/contract/apps/apps'
import { Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { appImagesAsText } from '../../data/app-images.ts'
import { describeError } from '../../data/describe-error.ts'
import { saveFile } from '../../data/files.ts'
import { paths } from '../../data/paths.ts'
import { useTenantScope } from '../../data/scope.tsx'
import { AppIcon } from '../../ui/AppIcon.tsx'
import { toast } from '../../ui/toast.tsx'
import { Card } from '../../ui/list-page/Card.tsx'
import { definitionFile, imagesOf } from './definition-file.ts'
import { type AppCommand, AppCommands, useAppCommands } from './setup/AppCommands.tsx'

/** One app of the list, with everything that can be done with it. */
export function AppCard({ app, apps }: { app: AppView; apps: readonly AppView[] }) {
  const { t } = useTranslation('apps')
  const scope = useTenantScope()
  const commands = useAppCommands()
  const { name, acronym, description, fields, revision } = app
  const builder = paths.appBuilder(scope, app.id)
  const records = paths.recordList(scope, app.id)
  return (
    <>
      <Card
        icon={<AppIcon name={app.icon} size={18} />}
        to={app.can.build ? builder : records}
        name={name}
        text={description}
        facts={
          <>
            {acronym} · {t('apps.fields', { count: fields.length })} · {t('apps.revision', { revision })}
          </>
        }
        menu={{
          label: t('apps.menu', { name }),
          items: <CardMenu {...{ app, apps, builder, records }} onCommand={commands.begin} />,
        }}
      />
      <AppCommands app={app} commands={commands} />
    </>
  )
}

interface CardMenuProps {
  app: AppView
  apps: readonly AppView[]
  builder: string
  records: string
  onCommand: (command: AppCommand) => void
}

function CardMenu({ app, apps, builder, records, onCommand }: CardMenuProps) {
  const { t } = useTranslation('apps')
  const { tenantId } = useTenantScope()
  const images = imagesOf(app)
  const refuse = (text: string) => toast({ kind: 'error', title: t('apps.exportFailed'), text })
  const exportApp = async () => {
    // A file with more couldn't be imported.
    if (images.length > MAX_BROUGHT_IMAGES)
      return refuse(t('apps.exportImages', { count: images.length, max: MAX_BROUGHT_IMAGES }))
    await save(tenantId, app, { apps, images }).catch((error: unknown) => refuse(describeError(error).text))
  }
  return (
    <>
      {app.can.build && (
        <Menu.Item component={Link} to={builder}>
          {t('apps.build')}
        </Menu.Item>
      )}
      <Menu.Item component={Link} to={records}>
        {t('apps.records')}
      </Menu.Item>
      {app.can.build && (
        <>
          <Menu.Item onClick={() => void exportApp()}>{t('apps.export')}</Menu.Item>
          <Menu.Item onClick={() => onCommand('copy')}>{t('copy.action')}</Menu.Item>
          <Menu.Item onClick={() => onCommand('archive')}>{t('archive.action')}</Menu.Item>
          <Menu.Item color="red" onClick={() => onCommand('delete')}>
            {t('delete.action')}
          </Menu.Item>
        </>
      )}
    </>
  )
}

interface Exported {
  apps: readonly AppView[]
  /** Digests of the images in its layouts. */
  images: readonly string[]
}

async function save(tenantId: string, app: AppView, { apps, images }: Exported): Promise<void> {
  const texts = await appImagesAsText(tenantId, app.id, images)
  const blob = new Blob([definitionFile(app, apps, texts)], { type: 'application/json' })
  saveFile({ blob, name: `${app.key}.app.json` }, 'app.json')
}
