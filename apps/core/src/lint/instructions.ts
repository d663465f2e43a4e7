import { visibleText } from './hidden-text.js';

const SECRETS =
  '(?:system prompt|(?:entire|full|whole|complete) (?:conversation|chat|context)|(?:conversation|chat) history|(?:all )?(?:previous|prior) (?:messages|conversation)|your (?:instructions|system))';

const FILES =
  '(?:~?/?\\.ssh/id_|~/\\.ssh\\b|id_rsa\\b|\\.cursor/mcp|mcp\\.json|/etc/(?:passwd|shadow)|\\.aws/credentials|\\.env file)';

/**
 * Phrases that speak to the model about something other than this tool. They are narrow on purpose:
 * firm advice on using the tool ("you must call X first") is common and welcome. White space is
 * single, case does not matter.
 */
const PHRASES: readonly RegExp[] = [
  // To drop what it was told.
  /\b(?:ignore|disregard|forget|bypass|override)\b (?:\w+ ){0,3}?(?:previous|prior|earlier|above|preceding|foregoing|system|safety)\b(?: \w+){0,2}? (?:instructions?|prompts?|guidelines|messages?|directions|directives)\b/i,
  /\b(?:ignore|disregard|forget) (?:everything|anything|all) (?:you|that|above|before)\b/i,
  /\b(?:ignoriere|vergiss) (?:alle |die |alle )?(?:vorherigen|bisherigen|obigen) (?:anweisungen|instruktionen)/i,
  /\b(?:ignora|olvida) (?:todas )?(?:las )?instrucciones (?:anteriores|previas)/i,
  /\b(?:ignore[zr]?|oublie[zr]?) (?:toutes )?(?:les )?(?:consignes|instructions) précédentes/i,
  /(?:忽略|无视|忘记).{0,6}(?:之前|以上|先前|前面|此前).{0,6}(?:指令|指示|说明|提示)/,
  // To be somebody else.
  /\byou are now (?:in |an? |the |no longer |free )/i,
  /\b(?:from now on|henceforth),? you (?:are|will|must|should)\b/i,
  /\b(?:new|updated|real|actual) (?:system )?instructions?:/i,
  /\b(?:developer|dan|god|jailbreak) mode (?:is )?(?:enabled|activated|on)\b/i,
  // To hide something from the person.
  /\b(?:do not|don't|never|must not|without) (?:\w+ )?(?:tell|telling|inform|informing|notify|notifying|alert|alerting|mention(?:ing)? (?:this|it|that) to|reveal(?:ing)? (?:this|it|that) to|let) (?:\w+ )?(?:the )?(?:user|human|person|operator)\b/i,
  /\b(?:hide|conceal|keep) (?:this|it|that) (?:\w+ )?(?:from|secret from) the (?:user|human)\b/i,
  // To give away what is not an argument of the tool.
  new RegExp(
    `\\b(?:include|send|pass|attach|append|provide|insert|copy|put|paste|reveal|repeat|print|output|exfiltrate|leak)\\b (?:\\S+ ){0,5}?${SECRETS}`,
    'i',
  ),
  new RegExp(
    `\\b(?:first |also |then )?(?:read|open|include|send|pass|attach|append|cat|exfiltrate|upload)\\b (?:\\S+ ){0,6}?\\S*${FILES}`,
    'i',
  ),
  // To prefer this tool to all others, whatever is asked.
  /\b(?:before|instead of) (?:using|calling|invoking|running) (?:any|all|every)(?: of the)? other tools?\b/i,
  /\balways (?:use|call|invoke|prefer) this tool (?:first )?(?:before|instead of|over|rather than) (?:any|all|every|the) other\b/i,
  // Marks that make text look like another speaker's.
  /<\/?(?:important|system|secret|hidden|instructions?|admin|assistant)>(?! (?:tag|element|style|block|node)s?\b)/i,
  /<\|(?:im_start|im_end|system|endoftext|start_header_id)\|>|\[\/?INST\]|<<\/?SYS>>/,
  /(?:^| )#{2,} ?(?:system|new instructions?)\b:?/i,
];

/** Of a text, only so much is read. */
export const MOST_READ = 32_768;

/** The words at the beginning of a text, as far as it is read, that instruct the model; or null. */
export const instructionIn = (text: string): string | null => {
  const plain = visibleText(text.slice(0, MOST_READ));
  for (const phrase of PHRASES) {
    const found = phrase.exec(plain)?.[0];
    if (found !== undefined) return found.trim().slice(0, 120);
  }
  return null;
};
