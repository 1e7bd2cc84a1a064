import { SESSION_STORAGE_KEY } from "#app/lib/stored-session.ts";
import { LANGUAGE_STORAGE_KEY } from "./language.ts";
import { LANGUAGES } from "./topic.ts";

/**
 * Runs before the page is painted, so that neither its frame nor its samples change when React takes over: the
 * server sends the same page to everybody. Writes on the element it stands in.
 */
export const PAGE_SCRIPT = `(function(){var d=document.currentScript.parentElement.dataset,s=null,l=null;
try{s=localStorage.getItem(${JSON.stringify(SESSION_STORAGE_KEY)});l=localStorage.getItem(${JSON.stringify(LANGUAGE_STORAGE_KEY)})}catch(e){}
d.reader=s?"in":"out";if(${JSON.stringify(LANGUAGES)}.indexOf(l)>=0)d.language=l})()`;
