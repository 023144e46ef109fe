import { ActionIcon, Button } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowsMaximize,
  IconMinus,
  IconNote,
  IconPlus,
  IconSearch,
  IconSitemap,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Kbd } from '../../../../ui/Kbd.tsx'
import classes from './Canvas.module.css'

interface CanvasToolsProps {
  readOnly: boolean
  undo: { run: (() => void) | null; label: string | null }
  redo: { run: (() => void) | null; label: string | null }
  onAdd: () => void
  onZoom: (by: 1 | -1) => void
  onFit: () => void
  onTidy: (() => void) | null
  onNote: () => void
  onFind: () => void
}

export function CanvasTools(props: CanvasToolsProps) {
  const { t } = useTranslation('builder')
  const { readOnly, undo, redo } = props
  return (
    <div className={classes.tools} role="toolbar" aria-label={t('tools.label')}>
      {!readOnly && <EditTools props={props} undo={undo} redo={redo} />}
      <Tool label={t('tools.zoomOut')} onClick={() => props.onZoom(-1)}>
        <IconMinus size={16} stroke={1.6} aria-hidden />
      </Tool>
      <Tool label={t('tools.zoomIn')} onClick={() => props.onZoom(1)}>
        <IconPlus size={16} stroke={1.6} aria-hidden />
      </Tool>
      <Tool label={t('tools.fit')} onClick={props.onFit}>
        <IconArrowsMaximize size={16} stroke={1.6} aria-hidden />
      </Tool>
      <Tool label={t('tools.find')} onClick={props.onFind}>
        <IconSearch size={16} stroke={1.6} aria-hidden />
      </Tool>
      {!readOnly && (
        <>
          <Tool label={t('tools.tidy')} onClick={props.onTidy}>
            <IconSitemap size={16} stroke={1.6} aria-hidden />
          </Tool>
          <Tool label={t('tools.note')} onClick={props.onNote}>
            <IconNote size={16} stroke={1.6} aria-hidden />
          </Tool>
        </>
      )}
    </div>
  )
}

interface EditToolsProps {
  props: CanvasToolsProps
  undo: CanvasToolsProps['undo']
  redo: CanvasToolsProps['redo']
}

function EditTools({ props, undo, redo }: EditToolsProps) {
  const { t } = useTranslation('builder')
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
        rightSection={<Kbd keys="A" />}
        onClick={props.onAdd}
      >
        {t('tools.add')}
      </Button>
      <span className={classes.rule} />
      <Tool
        label={t('tools.undo')}
        title={undo.label === null ? t('tools.undo') : t('tools.undoOf', { label: undo.label })}
        onClick={undo.run}
      >
        <IconArrowBackUp size={16} stroke={1.6} aria-hidden />
      </Tool>
      <Tool
        label={t('tools.redo')}
        title={redo.label === null ? t('tools.redo') : t('tools.redoOf', { label: redo.label })}
        onClick={redo.run}
      >
        <IconArrowForwardUp size={16} stroke={1.6} aria-hidden />
      </Tool>
      <span className={classes.rule} />
    </>
  )
}

interface ToolProps {
  label: string
  title?: string
  onClick: (() => void) | null
  children: ReactNode
}

function Tool({ label, title = label, onClick, children }: ToolProps) {
  return (
    <ActionIcon aria-label={label} title={title} disabled={onClick === null} onClick={() => onClick?.()}>
      {children}
    </ActionIcon>
  )
}
