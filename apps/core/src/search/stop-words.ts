/**
 * Words that say nothing about a capability: function words, and the words of asking. Agents paste
 * requests ("could you please help me find …"), and without the second group every such query looks
 * like a query for help desks.
 */
const FUNCTION_WORDS = `
  a an the and or but nor so if then than as of at by for from in into on onto to with within without
  about over under between through during per via
  is are was were be been being am do does did done doing have has had having
  will would shall should may might must can could
  i me my mine we us our ours you your yours he him his she her hers it its they them their theirs
  this that these those there here who whom whose which what when where why how
  not no yes any some all each every both either neither such other another own same
  just only also too very more most much many
  s t d m ll re ve don doesn didn isn aren wasn weren won wouldn couldn shouldn hasn haven hadn
  etc eg ie
`;

const REQUEST_WORDS = `
  please kindly thanks thank hello hi hey
  want wants wanted wish need needs needed like looking
  help helps assist let lets give show tell ask know
  possible able going trying try sure
  use using used something anything someone specific certain thing things way
  tool tools
`;

export const STOP_WORDS: ReadonlySet<string> = new Set(
  `${FUNCTION_WORDS} ${REQUEST_WORDS}`.split(/\s+/).filter((word) => word !== ''),
);
