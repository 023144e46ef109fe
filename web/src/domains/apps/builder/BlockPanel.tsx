import type { LayoutBlock } from '@caseloom/contract/apps/layout'
import { ActionIcon, Button, Select, Textarea, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { useTenantScope } from '../../../data/scope.tsx'
import { DockPanel } from '../../../ui/admin/DockPanel.tsx'
import { appButtonsQuery } from '../model/apps.queries.ts'
import type { FormEdits } from '../draft/builder-types.ts'
import { type BlockChange, ImageSettings } from './ImageSettings.tsx'
import bar from './LayoutBar.module.css'
import { WidgetSettings } from './WidgetSettings.tsx'

interface BlockPanelProps {
  block: LayoutBlock
  appId: string
  fields: ComponentProps<typeof WidgetSettings>['fields']
  edits: FormEdits
  onClose: () => void
}

export function BlockPanel({ block, appId, fields, edits, onClose }: BlockPanelProps) {
  const { t } = useTranslation('apps')
  const change = (next: LayoutBlock, part: string) => edits.changeBlock(next, `block.${block.id}.${part}`)
  return (
    <DockPanel title={t(`blocks.kinds.${block.kind}`)} subtitle={t('blocks.kind')} onClose={onClose}>
      <BlockSettings block={block} appId={appId} fields={fields} change={change} />
      <div>
        <Button variant="subtle" color="red" onClick={() => edits.removeBlock(block.id)}>
          {t('blocks.remove')}
        </Button>
      </div>
    </DockPanel>
  )
}

interface BlockSettingsProps extends Pick<BlockPanelProps, 'block' | 'appId' | 'fields'> {
  change: BlockChange
}

function BlockSettings({ block, appId, fields, change }: BlockSettingsProps) {
  const { t } = useTranslation('apps')
  switch (block.kind) {
    case 'text':
      return (
        <Textarea
          label={t('blocks.text')}
          description={t('blocks.textNote')}
          value={block.text}
          maxLength={20_000}
          autosize
          minRows={4}
          maxRows={20}
          onChange={(event) => change({ ...block, text: event.currentTarget.value }, 'text')}
        />
      )
    case 'links':
      return <LinksSettings block={block} change={change} />
    case 'button':
      return <ButtonSettings block={block} appId={appId} change={change} />
    case 'image':
      return <ImageSettings block={block} appId={appId} change={change} />
    case 'widget':
      return <WidgetSettings block={block} fields={fields} change={change} />
    default:
      return block satisfies never
  }
}

function LinksSettings({ block, change }: { block: LayoutBlock & { kind: 'links' }; change: BlockChange }) {
  const { t } = useTranslation('apps')
  const { title, links } = block
  const { title: _title, ...untitled } = block
  const set = (at: number, over: Partial<(typeof links)[number]>, part: string) =>
    change(
      { ...block, links: links.map((one, index) => (index === at ? { ...one, ...over } : one)) },
      `${part}.${at}`,
    )
  return (
    <>
      <TextInput
        label={t('blocks.title')}
        value={title ?? ''}
        maxLength={100}
        onChange={({ currentTarget: { value } }) =>
          change(value === '' ? untitled : { ...block, title: value }, 'title')
        }
      />
      {links.map((link, at) => (
        <LinkRow
          // Links have no identity besides their position.
          key={at}
          link={link}
          n={at + 1}
          onChange={(over, part) => set(at, over, part)}
          onRemove={() => change({ ...block, links: links.toSpliced(at, 1) }, 'links')}
        />
      ))}
      <div>
        <Button
          variant="subtle"
          leftSection={<IconPlus size={14} stroke={1.7} aria-hidden />}
          onClick={() => change({ ...block, links: [...links, { label: '', url: 'https://' }] }, 'links')}
        >
          {t('blocks.addLink')}
        </Button>
      </div>
    </>
  )
}

type BlockLink = (LayoutBlock & { kind: 'links' })['links'][number]

interface LinkRowProps {
  link: BlockLink
  n: number
  onChange: (over: Partial<BlockLink>, part: string) => void
  onRemove: () => void
}

function LinkRow({ link, n, onChange, onRemove }: LinkRowProps) {
  const { t } = useTranslation('apps')
  return (
    <div className={bar.row}>
      <TextInput
        label={t('blocks.linkLabel')}
        value={link.label}
        maxLength={100}
        onChange={(event) => onChange({ label: event.currentTarget.value }, 'label')}
      />
      <TextInput
        label={t('blocks.linkUrl')}
        description={t('blocks.linkUrlNote')}
        value={link.url}
        maxLength={2_000}
        onChange={(event) => onChange({ url: event.currentTarget.value }, 'url')}
      />
      <div className={bar.actions}>
        <ActionIcon aria-label={t('blocks.removeLink', { n })} onClick={onRemove}>
          <IconTrash size={14} stroke={1.7} aria-hidden />
        </ActionIcon>
      </div>
    </div>
  )
}

interface ButtonSettingsProps {
  block: LayoutBlock & { kind: 'button' }
  appId: string
  change: BlockChange
}

function ButtonSettings({ block, appId, change }: ButtonSettingsProps) {
  const { t } = useTranslation('apps')
  const { tenantId } = useTenantScope()
  const buttons = useQuery(appButtonsQuery(tenantId, appId)).data
  const isMissing = buttons !== undefined && !buttons.some(({ id }) => id === block.button)
  return (
    <Select
      label={t('blocks.button')}
      description={t('blocks.buttonNote')}
      placeholder={t('blocks.chooseButton')}
      allowDeselect={false}
      nothingFoundMessage={t('blocks.noButtons')}
      data={(buttons ?? []).map(({ id, label }) => ({ value: String(id), label }))}
      value={isMissing ? null : block.button}
      error={isMissing ? t('blocks.missing.button') : undefined}
      onChange={(button) => button !== null && change({ ...block, button }, 'button')}
    />
  )
}
