import{createHash as e}from"node:crypto";const t=/^\ufeff?<!-- nehemvix-guide: written by Nehemvix, digest sha256:([0-9a-f]{64}) -->[ \t]*$/;function n(e){return`<!-- nehemvix-guide: written by Nehemvix, digest sha256:${i(e)} -->\n${e}`}function r(e){let[n=``,...r]=e.replace(/\r\n?/g,`
`).split(`
`),a=t.exec(n)?.[1];return a===void 0?`foreign`:a===i(r.join(`
`))?`ours`:`edited`}function i(t){return e(`sha256`).update(t.replace(/\r\n?/g,`
`)).digest(`hex`)}export{n,r as t};