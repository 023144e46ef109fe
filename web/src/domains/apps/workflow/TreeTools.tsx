import { ActionIcon, Button, Menu, SegmentedControl, TextInput } from '@mantine/core'
import {
  IconArrowsMaximize,
  IconDots,
  IconMinus,
  IconPlayerPlay,
  IconPlus,
  IconSearch,
} from '@tabler/icons-react'
import { type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Kbd } from '../../../ui/Kbd.tsx'
import { YamlDialog } from './YamlDialog.tsx'
import { PatternDialog } from './EmptyWorkflow.tsx'
import { TakenLegend } from './Taken.tsx'
import type { ItemActions } from './useItemActions.ts'
import classes from './WorkflowView.module.css'

export type TreeLook = 'cards' | 'outline'

interface TreeToolsProps {
  look: TreeLook
  onLook: (look: TreeLook) => void
  zoom: number
  onZoom: (zoom: number) => void
  onFit: () => void
  search: string
  onSearch: (text: string) => void
  /** Goes to the next match. */
  onStep: () => void
  find: RefObject<HTMLInputElement | null>
  selected: string | null
  isTrying: boolean
  onTry: () => void
  actions: ItemActions
}

/** The bar above the tree. */
export function TreeTools(props: TreeToolsProps) {
  const { t } = useTranslation('workflow-editor')
  const { look, zoom, onZoom, onLook, onFit, selected, isTrying, onTry, actions, find } = props
  return (
    <div className={classes.toolsBand}>
      <div className={classes.tools} role="toolbar" aria-label={t('tools')}>
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconPlus size={14} stroke={1.7} aria-hidden />}
          rightSection={<Kbd keys="A" />}
          onClick={() => actions.addRule(selected)}
        >
          {t('addRule')}
        </Button>
        <FindInput search={props.search} onSearch={props.onSearch} onStep={props.onStep} find={find} />
        {look === 'cards' && <ZoomTools zoom={zoom} onZoom={onZoom} onFit={onFit} />}
        <i className={classes.divider} aria-hidden />
        <SegmentedControl
          aria-label={t('look')}
          data={(['cards', 'outline'] as const).map((one) => ({ value: one, label: t(`looks.${one}`) }))}
          value={look}
          onChange={(next) => onLook(next === 'outline' ? 'outline' : 'cards')}
        />
        <Button
          variant={isTrying ? 'light' : 'subtle'}
          {...(isTrying ? {} : { color: 'gray' })}
          aria-pressed={isTrying}
          leftSection={<IconPlayerPlay size={14} stroke={1.7} aria-hidden />}
          onClick={onTry}
        >
          {t('try.title')}
        </Button>
        <MoreMenu onStage={() => actions.addStage(null)} onPaste={() => void actions.paste(null)} />
      </div>
      <TakenLegend />
    </div>
  )
}

function MoreMenu({ onStage, onPaste }: { onStage: () => void; onPaste: () => void }) {
  const { t } = useTranslation('workflow-editor')
  const [yaml, setYaml] = useState<'import' | 'export' | null>(null)
  const [isChoosing, setIsChoosing] = useState(false)
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <ActionIcon aria-label={t('more')} title={t('more')}>
            <IconDots size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={onStage}>{t('addStage')}</Menu.Item>
          <Menu.Item onClick={onPaste}>{t('paste')}</Menu.Item>
          <Menu.Divider />
          <Menu.Item onClick={() => setIsChoosing(true)}>{t('startFromPattern')}</Menu.Item>
          <Menu.Divider />
          <Menu.Item onClick={() => setYaml('import')}>{t('yaml.import')}</Menu.Item>
          <Menu.Item onClick={() => setYaml('export')}>{t('yaml.export')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {yaml !== null && <YamlDialog mode={yaml} onClose={() => setYaml(null)} />}
      {isChoosing && <PatternDialog onClose={() => setIsChoosing(false)} />}
    </>
  )
}

function ZoomTools({ zoom, onZoom, onFit }: Pick<TreeToolsProps, 'zoom' | 'onZoom' | 'onFit'>) {
  const { t } = useTranslation('workflow-editor')
  return (
    <>
      <i className={classes.divider} aria-hidden />
      <ActionIcon aria-label={t('zoomOut')} title={t('zoomOut')} onClick={() => onZoom(zoom - 0.1)}>
        <IconMinus size={16} stroke={1.6} aria-hidden />
      </ActionIcon>
      <span className={classes.zoom}>{t('zoom', { percent: Math.round(zoom * 100) })}</span>
      <ActionIcon aria-label={t('zoomIn')} title={t('zoomIn')} onClick={() => onZoom(zoom + 0.1)}>
        <IconPlus size={16} stroke={1.6} aria-hidden />
      </ActionIcon>
      <ActionIcon aria-label={t('fit')} title={t('fit')} onClick={onFit}>
        <IconArrowsMaximize size={16} stroke={1.6} aria-hidden />
      </ActionIcon>
    </>
  )
}

type FindInputProps = Pick<TreeToolsProps, 'search' | 'onSearch' | 'onStep' | 'find'>

function FindInput({ search, onSearch, onStep, find }: FindInputProps) {
  const { t } = useTranslation('workflow-editor')
  return (
    <TextInput
      ref={find}
      className={classes.find ?? ''}
      aria-label={t('find')}
      placeholder={t('find')}
      leftSection={<IconSearch size={14} stroke={1.7} aria-hidden />}
      rightSection={<Kbd keys="/" />}
      value={search}
      onChange={(event) => onSearch(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onStep()
        if (event.key === 'Escape') onSearch('')
      }}
    />
  )
}
