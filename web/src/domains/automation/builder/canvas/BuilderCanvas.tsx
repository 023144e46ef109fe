import '@xyflow/react/dist/base.css'
import { useElementSize } from '@mantine/hooks'
import { Background, BackgroundVariant, MiniMap, ReactFlow, SelectionMode } from '@xyflow/react'
import { type DragEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../../ui/EmptyState.tsx'
import { ArrowHeads } from '../../graph/GraphEdge.tsx'
import { openingView } from '../../graph/graph-view.ts'
import { useBuilder } from '../builder-context.ts'
import { type Spot, setProperties } from '../draft.ts'
import { listAt, valueAt } from '../places.ts'
import { connect, mayConnect, setPlaces } from '../shape.ts'
import { ActionPalette, DRAGGED } from './ActionPalette.tsx'
import { BoxNode } from './BoxNode.tsx'
import { BuilderEdge, type BuilderFlowEdge } from './BuilderEdge.tsx'
import { BulkTools } from './BulkTools.tsx'
import classes from './Canvas.module.css'
import { CanvasFinder } from './CanvasFinder.tsx'
import { CanvasTools } from './CanvasTools.tsx'
import { CanvasContext } from './canvas-context.ts'
import { type DropMark, dropAt } from './drop-spot.ts'
import { NoteNode } from './NoteNode.tsx'
import { nodeElementId } from '../node-element.ts'
import { StepNode } from './StepNode.tsx'
import { layoutCache, type Scene, sceneOf } from './scene.ts'
import { useCanvasKeys } from './useCanvasKeys.ts'
import { useDeeds } from './useDeeds.ts'
import { type FlowNode, useFlow } from './useFlow.ts'
import { spotWords, useAdd, usePaletteItems } from './usePalette.ts'
import { useChanges } from './useChanges.ts'
import { useView } from './useView.ts'

const NODE_TYPES = { step: StepNode, box: BoxNode, note: NoteNode }
const EDGE_TYPES = { line: BuilderEdge }

interface BuilderCanvasProps {
  /** How many faults each node has. */
  problems: ReadonlyMap<string, number>
  /** Labels of what undo and redo would do. */
  undoLabel: string | null
  redoLabel: string | null
  /** Moves the focus into the panel of the chosen node. */
  onEnter: () => void
}

/** The playbook to see and to change: everything by pointer and everything by keyboard. A chunk of its own. */
export function BuilderCanvas({ problems, undoLabel, redoLabel, onEnter }: BuilderCanvasProps) {
  const { t } = useTranslation('builder')
  const builder = useBuilder()
  const { document: draft, selection, select, edit, readOnly } = builder
  const [layout] = useState(layoutCache)
  const scene = useMemo(() => sceneOf(draft, problems, layout), [draft, problems, layout])
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
  const deeds = useDeeds(setSpot, (node) => {
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
  const changes = useChanges({ scene, chosen, onDrop: setDrop })
  const entry = [focused, selection[0], scene.nodes[0]?.id].find(
    (id) => id !== undefined && scene.boxes.has(id),
  )
  const flow = useFlow(scene, { selection: chosen, entry, drop, dragged: changes.dragged, readOnly })
  const place = (event: { clientX: number; clientY: number }) =>
    view.flow.current?.screenToFlowPosition({ x: event.clientX, y: event.clientY })
  const onDragOver = (event: DragEvent) => {
    if (readOnly || !event.dataTransfer.types.includes(DRAGGED)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    const point = place(event)
    if (point !== undefined) setDrop((before) => steady(before, dropAt(scene, draft, point)))
  }
  const onDropItem = (event: DragEvent) => {
    setDrop(null)
    const item = items.find(({ id }) => id === event.dataTransfer.getData(DRAGGED))
    const point = place(event)
    if (item === undefined || point === undefined) return
    event.preventDefault()
    setSpot(null)
    const node = add(item, dropAt(scene, draft, point).spot, { x: point.x - 110, y: point.y - 22 })
    select(node)
    focus(node)
  }
  const isEmpty = scene.nodes.length + scene.notes.length === 0
  const hasPlaces = Object.keys(valueAt(draft, ['canvas', 'places']) ?? {}).length > 0
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: keys and drops of everything that stands on it
    <section
      aria-label={t('canvas.label')}
      className={classes.canvas}
      ref={ref}
      data-builder-canvas
      onKeyDown={commands.onKeyDown}
      onDragOver={onDragOver}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget instanceof Node ? event.relatedTarget : null))
          setDrop(null)
      }}
      onDrop={onDropItem}
    >
      <ArrowHeads mode="build" />
      {width > 0 && height > 0 && (
        <CanvasContext value={deeds}>
          <ReactFlow<FlowNode, BuilderFlowEdge>
            nodes={flow.nodes}
            edges={flow.edges}
            nodeTypes={NODE_TYPES}
            edgeTypes={EDGE_TYPES}
            defaultViewport={openingView({ width, height }, scene, undefined)}
            minZoom={0.15}
            maxZoom={1.6}
            panOnScroll
            nodesDraggable={!readOnly}
            nodeDragThreshold={4}
            nodesConnectable={!readOnly}
            nodesFocusable={false}
            edgesFocusable={false}
            elementsSelectable
            selectNodesOnDrag={false}
            selectionMode={SelectionMode.Partial}
            deleteKeyCode={null}
            selectionKeyCode="Shift"
            multiSelectionKeyCode={null}
            zoomOnDoubleClick={false}
            onlyRenderVisibleElements={scene.nodes.length > 120}
            disableKeyboardA11y
            connectionRadius={36}
            proOptions={{ hideAttribution: true }}
            onInit={view.onInit}
            onMove={view.onMove}
            onNodesChange={changes.onNodesChange}
            onNodeDrag={changes.onNodeDrag}
            onNodeDragStop={changes.onNodeDragStop}
            onSelectionDragStop={changes.onSelectionDragStop}
            onSelectionStart={changes.onSelectionStart}
            onSelectionEnd={changes.onSelectionEnd}
            isValidConnection={({ source, target }) => mayConnect(draft, source, target)}
            onConnect={({ source, target }) =>
              edit(t('undo.connect'), (document) => connect(document, source, target))
            }
            onConnectEnd={(_event, state) => {
              if (state.toNode === null && state.fromNode !== null && state.isValid !== true && isFar(state))
                setSpot({ kind: 'branch', node: state.fromNode.id })
            }}
            onPaneClick={() => {
              select(null)
              setSpot(null)
            }}
          >
            <Background variant={BackgroundVariant.Dots} gap={16} size={1} color="var(--cl-border-strong)" />
            {!view.fits && (
              <MiniMap
                className={classes.overview ?? ''}
                position="bottom-left"
                pannable
                ariaLabel={t('canvas.overview')}
                nodeColor="var(--cl-border-strong)"
                nodeBorderRadius={8}
                maskColor="var(--cl-map-mask)"
                bgColor="var(--cl-surface)"
              />
            )}
          </ReactFlow>
        </CanvasContext>
      )}
      {isEmpty && spot === null && (
        <div className={classes.emptyCanvas}>
          <EmptyState title={t('canvas.empty')} text={readOnly ? '' : t('canvas.emptyText')} />
        </div>
      )}
      <CanvasTools
        readOnly={readOnly}
        undo={{ run: builder.undo, label: undoLabel }}
        redo={{ run: builder.redo, label: redoLabel }}
        onAdd={() => setSpot(spotOf(selection, focused))}
        onZoom={view.zoom}
        onFit={view.fit}
        onFind={() => setIsFinding(true)}
        onTidy={hasPlaces ? () => edit(t('undo.tidy'), (document) => setPlaces(document, null)) : null}
        onNote={() => {
          const at = view.middle()
          edit(t('undo.note'), (document) =>
            setProperties(document, ['canvas'], {
              notes: [
                ...listAt(document, ['canvas', 'notes']),
                { text: '', x: at.x, y: at.y, width: 240, height: 120 },
              ],
            }),
          )
        }}
      />
      {isFinding && (
        <CanvasFinder
          scene={scene}
          onShow={view.centre}
          onClose={(node) => {
            setIsFinding(false)
            if (node !== null) {
              select(node)
              focus(node)
            }
          }}
        />
      )}
      {spot !== null && (
        <ActionPalette
          items={items}
          title={spotWords(spot, draft, t)}
          onPick={(item) => {
            const node = add(item, spot)
            setSpot(null)
            select(node)
            focus(node)
          }}
          onClose={closePalette}
        />
      )}
      {!readOnly && <BulkTools commands={commands} />}
    </section>
  )
}

function spotOf(selection: readonly string[], focused: string | undefined): Spot {
  const node = selection.at(-1) ?? focused
  return node === undefined || node.startsWith('note/')
    ? { kind: 'in', list: ['steps'] }
    : { kind: 'after', node }
}

/** A click on a handle is no drag: the palette has its own way there. */
function isFar({
  from,
  to,
}: {
  from: { x: number; y: number } | null
  to: { x: number; y: number } | null
}): boolean {
  return from !== null && to !== null && Math.hypot(from.x - to.x, from.y - to.y) > 24
}

function steady(before: DropMark | null, next: DropMark): DropMark {
  return before?.node === next.node && before?.edge === next.edge ? before : next
}

function focusNode(node: string): void {
  document.getElementById(nodeElementId(node))?.focus({ preventScroll: true })
}

/** Moves the focus to a node, also to one that is drawn only after this change. */
function useFocus(scene: Scene, reveal: (node: string) => void, onFocus: (node: string) => void) {
  const wanted = useRef<string | null>(null)
  useEffect(() => {
    const node = wanted.current
    if (node === null || !scene.boxes.has(node)) return
    wanted.current = null
    reveal(node)
    // The library draws a new node one frame later, where the view has moved to it.
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
