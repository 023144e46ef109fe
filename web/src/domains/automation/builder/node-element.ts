/** Id of the element that has the focus of a node. */
export const nodeElementId = (node: string): string => `graph-node-${node}`
