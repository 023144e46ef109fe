import '@xyflow/react/dist/base.css'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { Button } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../../ui/EmptyState.tsx'
import graph from '../../graph/Graph.module.css'
import { ArrowHeads } from '../../graph/GraphEdge.tsx'
import { useBuilder } from '../model/builder-context.ts'
import { type Spot, setProperties } from '../model/draft.ts'
import { listAt, valueAt } from '../model/places.ts'
import { setPlaces } from '../model/shape.ts'
import { ActionPalette } from './ActionPalette.tsx'
import { BulkTools } from './BulkTools.tsx'
import classes from './Canvas.module.css'
import { CanvasFinder } from './CanvasFinder.tsx'
import { CanvasTools } from './CanvasTools.tsx'
import { CanvasContext } from './canvas-context.ts'
import type { DropMark } from './drop-spot.ts'
import { FlowPane } from './FlowPane.tsx'
import { nodeElementId } from '../model/node-element.ts'
import { freePlace, layoutCache, NOTE_SIZE, type Scene, sceneOf } from './scene.ts'
import { useCanvasKeys } from './useCanvasKeys.ts'
import { useNodeActions } from './useNodeActions.ts'
import { useFlow } from './useFlow.ts'
import { useItemDrops } from './useItemDrops.ts'
import { spotWords, useAdd, usePaletteItems } from './usePalette.ts'
import { useChanges } from './useChanges.ts'
import { useView } from './useView.ts'

interface BuilderCanvasProps {
  problems: ReadonlyMap<string, number>
  undoLabel: string | null
  redoLabel: string | null
  onEnter: () => void
}

export function BuilderCanvas({ problems, undoLabel, redoLabel, onEnter }: BuilderCanvasProps) {
  const { t } = useTranslation('builder')
  const builder = useBuilder()
  const { document: draft, selection, select, readOnly, states } = builder
  const [layout] = useState(layoutCache)
  const scene = useMemo(() => sceneOf(draft, problems, { layout, states }), [draft, problems, layout, states])
  const { ref, width, height } = useElementSize<HTMLDivElement>()
  const [focused, setFocused] = useState<string>()
  const [spot, setSpot] = useState<Spot | null>(null)
  const [isFinding, setIsFinding] = useState(false)
  const [drop, setDrop] = useState<DropMark | null>(null)
  const view = useView({ scene, width, height, first: selection[0] })
  const items = usePaletteItems()
  const add = useAdd()
  const closePalette = () => {
    setSpot(null)
    if (focused !== undefined) focusNode(focused)
  }
  const focus = useFocus(scene, view.reveal, setFocused)
  const deeds = useNodeActions(setSpot, (node) => {
    setFocused(node)
    view.reveal(node)
  })
  const commands = useCanvasKeys({
    scene,
    focused: focused !== undefined && scene.boxes.has(focused) ? focused : undefined,
    focus,
    offer: setSpot,
    find: () => setIsFinding(true),
    fit: view.fit,
    zoom: view.zoom,
    enter: onEnter,
  })
  const chosen = useMemo(() => new Set(selection), [selection])
  const changes = useChanges({ scene, chosen, onDrop: setDrop, onMoved: view.anchor })
  const entry = [focused, selection[0], scene.nodes[0]?.id].find(
    (id) => id !== undefined && scene.boxes.has(id),
  )
  const flow = useFlow(scene, { selection: chosen, entry, drop, dragged: changes.dragged, readOnly })
  const go = (node: string) => {
    select(node)
    focus(node)
  }
  const drops = useItemDrops({
    scene,
    placeOf: (at) => view.flow.current?.screenToFlowPosition(at),
    onMark: setDrop,
    onDropped: (id, mark, at) => {
      const item = items.find((one) => one.id === id)
      if (item === undefined) return
      setSpot(null)
      go(add(item, mark.spot, { x: at.x - 110, y: at.y - 22 }))
    },
  })
  const isEmpty = scene.nodes.length + scene.notes.length === 0
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: keys and drops of everything on it
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys and drops of everything on it
    <section
      aria-label={t('canvas.label')}
      className={`${graph.canvas} ${classes.canvas}`}
      ref={ref}
      data-builder-canvas
      onKeyDown={commands.onKeyDown}
      {...drops}
    >
      <ArrowHeads mode="build" />
      {width > 0 && height > 0 && (
        <CanvasContext value={deeds}>
          <FlowPane flow={flow} view={view} changes={changes} scene={scene} onOffer={setSpot} />
        </CanvasContext>
      )}
      {isEmpty && spot === null && <EmptyCanvas onAdd={() => setSpot({ kind: 'in', list: ['steps'] })} />}
      <Tools
        view={view}
        scene={scene}
        undo={{ run: builder.undo, label: undoLabel }}
        redo={{ run: builder.redo, label: redoLabel }}
        onAdd={() => setSpot(spotOf(selection, focused))}
        onFind={() => setIsFinding(true)}
      />
      {isFinding && (
        <CanvasFinder
          scene={scene}
          onShow={view.center}
          onClose={(node) => {
            setIsFinding(false)
            if (node !== null) go(node)
          }}
        />
      )}
      {spot !== null && (
        <ActionPalette
          items={items}
          title={spotWords(spot, draft, t)}
          onPick={(item) => {
            setSpot(null)
            go(add(item, spot))
          }}
          onClose={closePalette}
        />
      )}
      {!readOnly && <BulkTools commands={commands} />}
    </section>
  )
}

function EmptyCanvas({ onAdd }: { onAdd: () => void }) {
  const { t } = useTranslation('builder')
  const { readOnly } = useBuilder()
  return (
    <div className={classes.emptyCanvas}>
      <EmptyState title={t('canvas.empty')} text={readOnly ? '' : t('canvas.emptyText')}>
        {!readOnly && <Button onClick={onAdd}>{t('canvas.addTrigger')}</Button>}
      </EmptyState>
    </div>
  )
}

interface ToolsProps extends Pick<Parameters<typeof CanvasTools>[0], 'undo' | 'redo' | 'onAdd' | 'onFind'> {
  view: ReturnType<typeof useView>
  scene: Scene
}

function Tools({ view, scene, ...tools }: ToolsProps) {
  const { t } = useTranslation('builder')
  const { document: draft, edit, readOnly } = useBuilder()
  const hasPlaces = Object.keys(valueAt(draft, ['canvas', 'places']) ?? {}).length > 0
  return (
    <CanvasTools
      {...tools}
      readOnly={readOnly}
      onZoom={view.zoom}
      onFit={view.fit}
      onTidy={hasPlaces ? () => edit(t('undo.tidy'), (document) => setPlaces(document, null)) : null}
      onNote={() => edit(t('undo.note'), (document) => withNote(document, freePlace(scene, view.middle())))}
    />
  )
}

function withNote(document: JsonObject, at: { x: number; y: number }): JsonObject {
  const notes = listAt(document, ['canvas', 'notes'])
  return setProperties(document, ['canvas'], {
    notes: [...notes, { text: '', x: at.x, y: at.y, ...NOTE_SIZE }],
  })
}

function spotOf(selection: readonly string[], focused: string | undefined): Spot {
  const node = selection.at(-1) ?? focused
  return node === undefined || node.startsWith('note/')
    ? { kind: 'in', list: ['steps'] }
    : { kind: 'after', node }
}

function focusNode(node: string): void {
  document.getElementById(nodeElementId(node))?.focus({ preventScroll: true })
}

/** Moves the focus to a node, including one rendered only after this change. */
function useFocus(scene: Scene, reveal: (node: string) => void, onFocus: (node: string) => void) {
  const wanted = useRef<string | null>(null)
  useEffect(() => {
    const node = wanted.current
    if (node === null || !scene.boxes.has(node)) return
    wanted.current = null
    reveal(node)
    // React Flow renders a new node one frame later, at the new view position.
    requestAnimationFrame(() => requestAnimationFrame(() => focusNode(node)))
  }, [scene, reveal])
  return useCallback(
    (node: string) => {
      onFocus(node)
      if (scene.boxes.has(node)) {
        reveal(node)
        requestAnimationFrame(() => focusNode(node))
      } else wanted.current = node
    },
    [scene, reveal, onFocus],
  )
}
