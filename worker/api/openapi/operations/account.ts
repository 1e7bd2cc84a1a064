import {
  accountDeletion,
  accountDeletionRequest,
  accountSessions,
  endedSession,
  invitationAnswer,
  invitationRequest,
} from "#core/contract/identity.ts";
import type { Operation } from "../operation.ts";
import { AT } from "./examples.ts";

const group = "Account";
const credential = "session";
const SESSION_ID = "6e0c2f4d-95a1-4b3e-8d77-2c1f0a9b8e64";

export const accountOperations: Operation[] = [
  {
    id: "inviteUser",
    group,
    method: "post",
    path: "/api/account/invitations",
    summary: "Invite somebody",
    description: "Mails an invitation. The answer is the same whether the address has an account or not.",
    credential,
    body: { schema: invitationRequest, example: { email: "colleague@example.com" } },
    answer: { status: 202, schema: invitationAnswer, example: { status: "accepted" } },
    errors: { rate_limited: "10 invitations were sent in 24 hours" },
  },
  {
    id: "listSessions",
    group,
    method: "get",
    path: "/api/account/sessions",
    summary: "List sessions",
    description: "Where the account is signed in: this session first, then the most recently active ones.",
    credential,
    answer: {
      status: 200,
      schema: accountSessions,
      example: {
        items: [
          {
            id: SESSION_ID,
            device: "Chrome on macOS",
            ip: "203.0.113.7",
            created_at: "2026-11-18T08:02:00.000Z",
            last_active_at: AT,
            current: true,
          },
        ],
        next_cursor: null,
      },
    },
  },
  {
    id: "endSession",
    group,
    method: "delete",
    path: "/api/account/sessions/{id}",
    summary: "End a session",
    description: "Signs the account out at one place. A session can always end itself.",
    credential,
    parameters: { id: { description: "`id` of a session", example: SESSION_ID } },
    answer: { status: 200, schema: endedSession, example: { id: SESSION_ID, status: "ended" } },
    errors: { not_found: "There is no such session of your account" },
  },
  {
    id: "closeAccount",
    group,
    method: "delete",
    path: "/api/account",
    summary: "Delete the account",
    description: "For good: all keys are revoked at once, and what is left of the balance is lost.",
    credential,
    body: { schema: accountDeletionRequest, example: { email: "you@example.com" } },
    answer: { status: 200, schema: accountDeletion, example: { status: "deleted" } },
  },
];
