import { callChains } from '../call-chain.ts'
import { sequenceDiagram } from '../diagrams.ts'
import { bulletsOrNull, capital, counted, describe, escapeProse, joinParts, steps } from '../markdown-text.ts'
import { type Material, publicSymbols } from '../material.ts'
import { fullName } from '../surface.ts'
import { chainTold } from '../tell-chain.ts'

/** How do the main flows run? */
export function writeControlFlow(material: Material): string {
  const chains = callChains(material, 3, 6)
  const first = chains[0]
  if (first === undefined) {
    return joinParts([
      'These are the functions and types that the files shown for this section offer; how they call each other has to be read in the files.',
      bulletsOrNull(
        publicSymbols(material)
          .slice(0, 6)
          .map((placed) => describe(placed, 160)),
      ),
    ])
  }
  const diagram = sequenceDiagram(first)
  return joinParts([
    `${capital(counted(chains.length, 'flow'))} can be followed through the calls that stand in the code. They are told in the order of the lines, branches included; calls whose target the code alone does not tell are left out, and of each flow at most six steps are told.`,
    ...chains.map((chain, index) => {
      const start = chain[0]?.called
      return start === undefined
        ? null
        : `### ${['First', 'Second', 'Third'][index]} flow: ${escapeProse(fullName(start))}\n\n${steps(chainTold(chain))}`
    }),
    diagram !== null && `The first flow as messages:\n\n${diagram}`,
  ])
}
